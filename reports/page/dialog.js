// What the views in the dialog share: the data, the dialog, and the pieces that
// texts and rows are shown with. Every text goes in as text, never as markup.
var data = JSON.parse(document.getElementById('payload').textContent);
var dialog = document.getElementById('cell');
var title = document.getElementById('cell-title');
var body = document.getElementById('cell-body');
var opener = null; // what had the focus before
var go = null; // what the arrows do in the view that is open; null = nothing

function element(name, cls, text) {
  var e = document.createElement(name);
  if (cls) { e.className = cls; }
  if (text !== undefined) { e.textContent = text; }
  return e;
}

// open shows a view under a heading; from is the element that it was chosen by.
function open(heading, parts, from, arrows) {
  title.textContent = heading;
  body.textContent = '';
  parts.forEach(function (p) { if (p) { body.append(p); } });
  go = arrows || null;
  dialog.querySelectorAll('button[data-go]').forEach(function (b) {
    b.hidden = b.dataset.go !== 'close' && !go;
  });
  if (!dialog.open) {
    opener = from;
    dialog.showModal();
  }
  if (!dialog.contains(document.activeElement) || document.activeElement === document.body) { title.focus(); }
  dialog.scrollTop = 0;
}

function sqlBlock(index, none) {
  var box = element('div');
  if (index < 0) {
    box.append(element('p', 'small', none));
    return box;
  }
  var pre = element('pre', '', data.texts[index].text);
  pre.tabIndex = 0;
  box.append(pre);
  cutNote(index, box);
  return box;
}

function cutNote(index, box) {
  var cut = index >= 0 && data.texts[index].cut;
  if (cut) {
    box.append(element('p', 'small', 'Cut here: the whole text has ' + cut + ' and is in the JSON report.'));
  }
}

// rowTable shows rows, given by their indexes, under the columns of an answer.
function rowTable(a, rows) {
  var scroll = element('div', 'scroll answer');
  scroll.tabIndex = 0;
  var table = element('table', 'plain');
  var head = element('tr');
  a.columns.forEach(function (c, i) {
    var th = element('th', '', c);
    th.scope = 'col';
    th.title = a.types[i];
    head.append(th);
  });
  var thead = element('thead');
  thead.append(head);
  var tbody = element('tbody');
  rows.forEach(function (index) {
    var tr = element('tr');
    data.rows[index].forEach(function (v) {
      tr.append(v === null ? element('td', 'null', 'NULL') : element('td', '', v));
    });
    tbody.append(tr);
  });
  table.append(thead, tbody);
  scroll.append(table);
  return scroll;
}

function answerTable(index, rows) {
  var box = element('div');
  if (index < 0) {
    box.append(element('p', 'small', rows ? rows + '; none were kept.' : 'No result.'));
    return box;
  }
  var a = data.answers[index];
  box.append(rowTable(a, a.rows.slice(0, data.shown)), element('p', 'small', a.more || (a.rows.length ? rows : 'No rows.')));
  return box;
}

function side(heading, parts) {
  var box = element('section');
  box.append(element('h3', '', heading));
  parts.forEach(function (p) { if (p) { box.append(p); } });
  return box;
}

function pairOf(a, b) {
  var pair = element('div', 'pair');
  pair.append(a, b);
  return pair;
}

// chip is a cell as the grid shows it.
function chip(c) {
  var s = element('span', 'cell ' + (c ? c.class : 'missing'));
  s.append(element('b', '', c ? c.mark + (c.letter || '') : '…'));
  if (c && c.word) { s.append(element('i', '', c.word)); }
  s.title = c ? c.verdict : 'no outcome yet';
  return s;
}

// verdictOf says what a cell came to, with the message of a failure.
function verdictOf(c) {
  var box = element('div');
  var p = element('p', 'verdict');
  p.append(element('span', 'cell ' + (c ? c.class : 'missing'), c ? c.verdict : 'no outcome yet'));
  box.append(p);
  if (c && c.message >= 0) {
    box.append(element('h4', '', 'Message' + (c.sqlstate ? ' (SQLSTATE ' + c.sqlstate + ')' : '')), sqlBlock(c.message, ''));
  }
  return box;
}

var ways = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

dialog.addEventListener('click', function (e) {
  var b = e.target.closest('button[data-go]');
  if (e.target === dialog || (b && b.dataset.go === 'close')) {
    dialog.close();
  } else if (b && go) {
    go(b.dataset.go);
  }
});
dialog.addEventListener('keydown', function (e) {
  if (go && ways[e.key] && !e.target.closest('pre, .scroll, select')) {
    e.preventDefault();
    go(ways[e.key]);
  }
});
dialog.addEventListener('close', function () {
  if (opener && opener.isConnected) { opener.focus(); }
});
