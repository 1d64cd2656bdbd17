// Two cells of one question side by side: the SQL line by line, and the rows
// that only one of the answers has.
function compare(at) {
  var q = data.questions[at.question];
  var cells = [cellAt(at.model, at.question, at.left, at.repeats[0]), cellAt(at.model, at.question, at.right, at.repeats[1])];
  var names = [name(at, 0), name(at, 1)];
  var parts = [chooser(at), element('p', '', q.text),
    pairOf(side(names[0], [verdictOf(cells[0])]), side(names[1], [verdictOf(cells[1])])),
    element('h3', '', 'SQL'), sqlDiff(cells, names), element('h3', '', 'Answers')];
  parts = parts.concat(answersDiff(cells, names));
  var gold = element('details');
  gold.append(element('summary', '', 'Gold, over the E/R views'), sqlBlock(q.sql, 'There is no gold SQL.'), answerTable(q.gold, q.rows));
  parts.push(gold);
  open(q.id + ': ' + names[0] + ' and ' + names[1], parts, opener, function (way) { move(at, way); });
}

function name(at, k) {
  var v = data.variants[k ? at.right : at.left];
  return data.repeats > 1 ? v + ', repeat ' + (at.repeats[k] + 1) : v;
}

// chooser changes what is compared, and leads back to the pair's questions.
function chooser(at) {
  var box = element('div', 'chooser');
  function add(label, names, value, set) {
    var l = element('label', '', label + ' ');
    var s = element('select');
    names.forEach(function (n, i) {
      var o = element('option', '', n);
      o.value = i;
      s.append(o);
    });
    s.value = value;
    s.addEventListener('change', function () {
      set(Number(s.value));
      compare(at);
      var again = Array.prototype.find.call(body.querySelectorAll('.chooser select'), function (o) { return o.dataset.of === label; });
      if (again) { again.focus(); }
    });
    s.dataset.of = label;
    l.append(s);
    box.append(l);
  }
  var repeats = [];
  for (var r = 0; r < data.repeats; r++) { repeats.push(String(r + 1)); }
  add('Question', data.questions.map(function (q) { return q.id; }), at.question, function (v) { at.question = v; });
  add('Left', data.variants, at.left, function (v) { at.left = v; });
  if (repeats.length > 1) { add('Left repeat', repeats, at.repeats[0], function (v) { at.repeats[0] = v; }); }
  add('Right', data.variants, at.right, function (v) { at.right = v; });
  if (repeats.length > 1) { add('Right repeat', repeats, at.repeats[1], function (v) { at.repeats[1] = v; }); }
  var b = element('button', '', 'All questions of this pair');
  b.type = 'button';
  b.addEventListener('click', function () {
    title.focus();
    showPair(at.model, at.left, at.right, opener);
  });
  box.append(b);
  return box;
}

// move goes to the next question on which the pair differs, or to the next
// variant at the right.
function move(at, way) {
  if (way === 'left' || way === 'right') {
    var v = at.right + (way === 'left' ? -1 : 1);
    if (v === at.left) { v += way === 'left' ? -1 : 1; }
    if (v < 0 || v >= data.variants.length) { return; }
    at.right = v;
  } else {
    var rest = differing(at.model, at.left, at.right).filter(function (q) { return way === 'up' ? q < at.question : q > at.question; });
    if (!rest.length) { return; }
    at.question = rest[way === 'up' ? rest.length - 1 : 0];
    at.repeats = relation(at.model, at.question, at.left, at.right).repeats;
  }
  compare(at);
}

// More pairs of lines or words than this are not held against each other.
var mostPairs = 4000000;

// listDiff aligns two lists of lines or words: [left or null, right or null, equal]. The
// longest common subsequence is kept; what stands between is set side by side.
function listDiff(a, b) {
  var start = 0, enda = a.length, endb = b.length;
  while (start < enda && start < endb && a[start] === b[start]) { start++; }
  while (enda > start && endb > start && a[enda - 1] === b[endb - 1]) { enda--; endb--; }
  var out = a.slice(0, start).map(function (l) { return [l, l, true]; });
  middle(a.slice(start, enda), b.slice(start, endb), out);
  return out.concat(a.slice(enda).map(function (l) { return [l, l, true]; }));
}

function middle(a, b, out) {
  var n = a.length, m = b.length;
  if (n * m > mostPairs) {
    besides(a, b, out);
    return;
  }
  var width = m + 1, longest = new Uint32Array((n + 1) * width);
  for (var i = n - 1; i >= 0; i--) {
    for (var j = m - 1; j >= 0; j--) {
      longest[i * width + j] = a[i] === b[j] ? longest[(i + 1) * width + j + 1] + 1
        : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  var x = 0, y = 0, gone = [], added = [];
  while (x < n && y < m) {
    if (a[x] === b[y]) {
      besides(gone, added, out);
      gone = [];
      added = [];
      out.push([a[x++], b[y++], true]);
    } else if (longest[(x + 1) * width + y] >= longest[x * width + y + 1]) {
      gone.push(a[x++]);
    } else {
      added.push(b[y++]);
    }
  }
  besides(gone.concat(a.slice(x)), added.concat(b.slice(y)), out);
}

function besides(a, b, out) {
  for (var i = 0; i < Math.max(a.length, b.length); i++) {
    out.push([i < a.length ? a[i] : null, i < b.length ? b[i] : null, false]);
  }
}

function linesOf(c) { return c && c.sql >= 0 ? data.texts[c.sql].text.split('\n') : []; }

function sqlDiff(cells, names) {
  var box = element('div');
  var table = element('table', 'diff');
  var head = element('tr');
  names.forEach(function (n) {
    var th = element('th', '', n);
    th.scope = 'col';
    th.colSpan = 2;
    head.append(th);
  });
  var thead = element('thead');
  thead.append(head);
  var tbody = element('tbody');
  listDiff(linesOf(cells[0]), linesOf(cells[1])).forEach(function (l) {
    var tr = element('tr', l[2] ? 'same' : 'changed');
    var words = l[2] || l[0] === null || l[1] === null ? null : listDiff(wordsOf(l[0]), wordsOf(l[1]));
    half(tr, l[0], l[2], 'before', '−', words, 0);
    half(tr, l[1], l[2], 'after', '+', words, 1);
    tbody.append(tr);
  });
  var widths = element('colgroup');
  ['sign', '', 'sign', ''].forEach(function (c) { widths.append(element('col', c)); });
  table.append(widths, thead, tbody);
  box.append(table);
  cells.forEach(function (c, k) {
    if (!c || c.sql < 0) { box.append(element('p', 'small', names[k] + ': there is no SQL.')); } else { cutNote(c.sql, box); }
  });
  if (cells[0] && cells[1] && cells[0].sql >= 0 && cells[0].sql === cells[1].sql) {
    box.append(element('p', 'small', 'Both texts are the same.'));
  }
  return box;
}

function half(tr, line, same, cls, mark, words, side) {
  var missing = line === null;
  var code = element('td', 'code ' + cls + (missing ? ' none' : ''), missing || words ? '' : line);
  if (words) { marked(code, words, side); }
  tr.append(element('td', 'sign ' + cls, same || missing ? '' : mark), code);
}

function wordsOf(line) { return line.match(/\s+|[\p{L}\p{N}_]+|[^]/gu) || []; }

// marked puts in a line with the words marked that the other side has not.
function marked(code, words, side) {
  var run = '', plain = true;
  function flush() {
    if (run) { code.append(plain ? run : element('mark', '', run)); }
    run = '';
  }
  words.forEach(function (w) {
    if (w[side] === null) { return; }
    if (w[2] !== plain) { flush(); }
    plain = w[2];
    run += w[side];
  });
  flush();
}

// onlyIn gives the rows of one answer that another has not, as multisets.
function onlyIn(a, b) {
  var left = new Map(), rows = [];
  b.rows.forEach(function (r) { left.set(kind(r), (left.get(kind(r)) || 0) + 1); });
  a.rows.forEach(function (r) {
    var n = left.get(kind(r)) || 0;
    if (n) { left.set(kind(r), n - 1); } else { rows.push(r); }
  });
  return rows;
}

// kind is equal for rows that are equal in the paper's mode.
function kind(row) { return data.same ? data.same[row] : row; }

function answersDiff(cells, names) {
  if (!ran(cells[0]) || !ran(cells[1])) {
    return [element('p', 'small', 'There is nothing to compare: at least one side has no result.'),
      pairOf(side(names[0], [result(cells[0])]), side(names[1], [result(cells[1])]))];
  }
  if (agree(cells[0], cells[1])) {
    return [element('p', '', 'Both have the same answer.'), answerTable(cells[0].answer, cells[0].rows)];
  }
  var a = data.answers[cells[0].answer], b = data.answers[cells[1].answer];
  if (!a || !b) {
    return [element('p', 'small', 'The answers differ; the rows were not kept on both sides.'),
      pairOf(side(names[0], [result(cells[0])]), side(names[1], [result(cells[1])]))];
  }
  var onlyA = onlyIn(a, b), onlyB = onlyIn(b, a);
  return [element('p', '', summary(cells, names, a, b, onlyA, onlyB)), bounds(cells, names, a, b, onlyA, onlyB),
    pairOf(only(names[0], a, onlyA, b), only(names[1], b, onlyB, a))];
}

function result(c) { return c ? answerTable(c.answer, c.rows) : element('p', 'small', 'No outcome yet.'); }

function rowsText(n) { return n === 1 ? '1 row' : n + ' rows'; }

function summary(cells, names, a, b, onlyA, onlyB) {
  var s = names[0] + ' has ' + cells[0].rows + ', ' + names[1] + ' has ' + cells[1].rows + '. ';
  if (a.columns.length !== b.columns.length) {
    return s + 'They have ' + a.columns.length + ' and ' + b.columns.length + ' columns, so no row of one equals a row of the other.';
  }
  return s + (a.whole && b.whole ? 'In both: ' : 'Of those that were kept, in both: ') + rowsText(a.rows.length - onlyA.length) +
    '; only on the left: ' + rowsText(onlyA.length) + '; only on the right: ' + rowsText(onlyB.length) + '.';
}

// bounds says what the kept rows cannot show.
function bounds(cells, names, a, b, onlyA, onlyB) {
  var differ = onlyA.length || onlyB.length;
  if (a.whole && b.whole) {
    return differ ? null : element('p', 'note', 'The rows do not differ as far as they were kept: the difference lies in values that were cut.');
  }
  var cut = [[a, names[0], cells[0]], [b, names[1], cells[1]]].filter(function (s) { return !s[0].whole; });
  var says = 'Of ' + cut.map(function (s) {
    return s[1] + ' only the first ' + s[0].rows.length + ' of ' + s[2].rows;
  }).join(' and of ') + ' were kept. ';
  if (!differ) {
    return element('p', 'note', says + 'The kept rows do not differ: the difference lies beyond them.');
  }
  return element('p', 'note', says + 'Rows of the other side that are missing there may be among the rest, and further differences may lie there.');
}

function only(name, a, rows, other) {
  var parts = [];
  if (rows.length) {
    parts.push(rowTable(a, rows.slice(0, data.shown)));
    if (rows.length > data.shown) { parts.push(element('p', 'small', 'the first ' + data.shown + ' of ' + rowsText(rows.length))); }
  } else {
    parts.push(element('p', 'small', a.rows.length ? 'None.' : 'The answer has no rows.'));
  }
  return side((other.whole ? 'Only in ' : 'In ' + name + ', not among the kept rows of the other') + (other.whole ? name : '') + ': ' + rowsText(rows.length), parts);
}

// A page's address may name a comparison: #compare=model,question,left,right
// by their numbers from 0.
(function () {
  var m = /^#compare=(\d+),(\d+),(\d+),(\d+)$/.exec(location.hash);
  if (!m) { return; }
  var n = m.slice(1).map(Number);
  if (data.models[n[0]] !== undefined && data.questions[n[1]] && data.variants[n[2]] !== undefined && data.variants[n[3]] !== undefined) {
    compare({ model: n[0], question: n[1], left: n[2], right: n[3], repeats: relation(n[0], n[1], n[2], n[3]).repeats || [0, 0] });
  }
})();
