// Shows a cell when it is chosen. Every text goes in as text, never as markup.
(function () {
  'use strict';
  var data = JSON.parse(document.getElementById('payload').textContent);
  var dialog = document.getElementById('cell');
  var title = document.getElementById('cell-title');
  var body = document.getElementById('cell-body');
  var current = null;

  function element(name, cls, text) {
    var e = document.createElement(name);
    if (cls) { e.className = cls; }
    if (text !== undefined) { e.textContent = text; }
    return e;
  }

  function sqlBlock(index, none) {
    var box = element('div');
    if (index < 0) {
      box.append(element('p', 'small', none));
      return box;
    }
    var t = data.texts[index];
    var pre = element('pre', '', t.text);
    pre.tabIndex = 0;
    box.append(pre);
    if (t.cut) {
      box.append(element('p', 'small', 'Cut here: the whole text has ' + t.cut + ' and is in the JSON report.'));
    }
    return box;
  }

  function answerTable(index, rows) {
    var box = element('div');
    if (index < 0) {
      box.append(element('p', 'small', rows ? rows + '; none were kept.' : 'No result.'));
      return box;
    }
    var a = data.answers[index];
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
    a.rows.forEach(function (row) {
      var tr = element('tr');
      row.forEach(function (v) {
        tr.append(v === null ? element('td', 'null', 'NULL') : element('td', '', v));
      });
      tbody.append(tr);
    });
    table.append(thead, tbody);
    scroll.append(table);
    box.append(scroll, element('p', 'small', a.more || (a.rows.length ? rows : 'No rows.')));
    return box;
  }

  function side(heading, parts) {
    var box = element('section');
    box.append(element('h3', '', heading));
    parts.forEach(function (p) { box.append(p); });
    return box;
  }

  function show(button) {
    var c = data.cells[Number(button.dataset.cell)];
    var q = data.questions[c.question];
    current = button;
    title.textContent = q.id + ' on ' + c.variant;
    body.textContent = '';
    var verdict = element('p', 'verdict');
    verdict.append(element('span', 'cell ' + c.class, c.verdict));
    body.append(verdict, element('p', '', q.text));
    if (c.message >= 0) {
      body.append(element('h3', '', 'Message' + (c.sqlstate ? ' (SQLSTATE ' + c.sqlstate + ')' : '')), sqlBlock(c.message, ''));
    }
    var pair = element('div', 'pair');
    pair.append(
      side('This cell', [sqlBlock(c.sql, 'There is no SQL.'), answerTable(c.answer, c.rows)]),
      side('Gold, over the E/R views', [sqlBlock(q.sql, 'There is no gold SQL.'), answerTable(q.gold, q.rows)]));
    body.append(pair);
    if (c.response >= 0) {
      var d = element('details');
      d.append(element('summary', '', 'The model’s response'), sqlBlock(c.response, ''));
      body.append(d);
    }
    body.append(element('p', 'small', c.model + ', repeat ' + (c.repeat + 1) + ': ' + c.cost + '.'));
    if (!dialog.open) {
      dialog.showModal();
      title.focus();
    }
    dialog.scrollTop = 0;
  }

  // neighbour gives the nearest cell of the same grid in a direction, or null.
  function neighbour(button, way) {
    var td = button.closest('td');
    var place = Array.prototype.indexOf.call(td.children, button);
    for (td = step(td, way); td; td = step(td, way)) {
      var found = pick(td, place);
      if (found) { return found; }
    }
    return null;
  }

  function step(td, way) {
    if (way === 'left') { return td.previousElementSibling; }
    if (way === 'right') { return td.nextElementSibling; }
    var row = td.parentElement;
    row = way === 'up' ? row.previousElementSibling : row.nextElementSibling;
    return row && row.children[td.cellIndex];
  }

  function pick(td, place) {
    var b = td.children[place];
    return b && b.matches('button') ? b : td.querySelector('button[data-cell]');
  }

  var ways = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

  document.querySelectorAll('table.grid').forEach(function (grid) {
    grid.addEventListener('click', function (e) {
      var b = e.target.closest('button[data-cell]');
      if (b) { show(b); }
    });
    grid.addEventListener('keydown', function (e) {
      var b = e.target.closest('button[data-cell]');
      var to = b && ways[e.key] && neighbour(b, ways[e.key]);
      if (to) {
        e.preventDefault();
        to.focus();
      }
    });
  });

  function go(way) {
    var to = current && neighbour(current, way);
    if (to) { show(to); }
  }

  dialog.addEventListener('click', function (e) {
    var b = e.target.closest('button[data-go]');
    if (e.target === dialog || (b && b.dataset.go === 'close')) {
      dialog.close();
    } else if (b) {
      go(b.dataset.go);
    }
  });
  dialog.addEventListener('keydown', function (e) {
    if (ways[e.key] && !e.target.closest('pre, .scroll')) {
      e.preventDefault();
      go(ways[e.key]);
    }
  });
  dialog.addEventListener('close', function () {
    if (current) { current.focus(); }
  });
})();
