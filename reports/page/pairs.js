// A pair of variants: on which questions they differ, chosen in a heatmap.
var places = {}; // index of a cell by model, question, variant, repeat
data.cells.forEach(function (c, i) {
  var key = [c.model, c.question, c.variant, c.repeat].join();
  if (!(key in places)) { places[key] = i; }
});

function cellIndex(model, question, variant, repeat) {
  var i = places[[model, question, variant, repeat].join()];
  return i === undefined ? -1 : i;
}

function cellAt(model, question, variant, repeat) {
  return data.cells[cellIndex(model, question, variant, repeat)];
}

function ran(c) { return c && c.class !== 'failed'; }

function agree(a, b) { return ran(a) && ran(b) && Boolean(a.letter) && a.letter === b.letter; }

// relation of two variants on a question, over all pairs of their repeats, and
// the repeats of the first pair that does not agree. One variant is held against
// its own other repeats; alone, it agrees where it ran.
function relation(model, question, i, j) {
  var r = { all: 0, agree: 0, failed: 0, repeats: null };
  for (var a = 0; a < data.repeats; a++) {
    for (var b = i === j && data.repeats > 1 ? a + 1 : 0; b < data.repeats; b++) {
      var x = cellAt(model, question, i, a), y = cellAt(model, question, j, b);
      var same = x === y ? ran(x) : agree(x, y);
      r.all++;
      if (same) { r.agree++; continue; }
      if (!ran(x) || !ran(y)) { r.failed++; }
      r.repeats = r.repeats || [a, b];
    }
  }
  return r;
}

function differing(model, i, j) {
  return data.questions.map(function (_, q) { return q; }).filter(function (q) {
    return relation(model, q, i, j).repeats;
  });
}

function showPair(model, i, j, from) {
  var differ = differing(model, i, j);
  var rest = data.questions.map(function (_, q) { return q; }).filter(function (q) { return differ.indexOf(q) < 0; });
  var one = i === j;
  var heading = one ? data.variants[i] : data.variants[i] + ' and ' + data.variants[j];
  var says = differ.length + ' of ' + data.questions.length + ' questions ' +
    (one ? 'did not run' + (data.repeats > 1 ? ' or changed their answer' : '') : 'without the same answer');
  var parts = [element('p', '', data.models[model] + ': ' + says + (differ.length ? '. Choose one to see both.' : '.')), list(model, differ, i, j)];
  if (rest.length) {
    var d = element('details');
    d.append(element('summary', '', rest.length + (one ? ' ran' : ' with the same answer')), list(model, rest, i, j));
    parts.push(d);
  }
  open(heading, parts, from);
}

function list(model, questions, i, j) {
  var ul = element('ul', 'differences');
  questions.forEach(function (q) {
    var r = relation(model, q, i, j);
    var at = r.repeats || [0, i === j && data.repeats > 1 ? 1 : 0];
    var b = element('button');
    b.type = 'button';
    b.append(element('b', '', data.questions[q].id), chip(cellAt(model, q, i, at[0])));
    if (i !== j || at[0] !== at[1]) { b.append(chip(cellAt(model, q, j, at[1]))); }
    b.append(element('span', '', data.questions[q].text), element('span', 'small', why(r)));
    b.addEventListener('click', function () {
      compare({ model: model, question: q, left: i, right: j, repeats: at });
    });
    var li = element('li');
    li.append(b);
    ul.append(li);
  });
  return ul;
}

function why(r) {
  if (!r.repeats) { return ''; }
  var differ = r.all - r.agree - r.failed, words = [];
  if (r.all === 1) { return differ ? 'both ran, the answers differ' : 'no result on one side at least'; }
  if (differ) { words.push(differ + ' differ'); }
  if (r.failed) { words.push(r.failed + ' with no result'); }
  return 'of ' + r.all + ' pairs of repeats ' + words.join(', ');
}

// The cells of a heatmap can be reached by the keyboard: one by Tab, the others
// from there by arrows.
document.querySelectorAll('svg[data-pick]').forEach(function (svg) {
  var cells = svg.querySelectorAll('g');
  var n = data.variants.length, model = Number(svg.dataset.pick);
  if (cells.length !== n * n || !n) { return; }
  svg.setAttribute('role', 'group');
  svg.setAttribute('aria-label', svg.querySelector('title').textContent);
  cells.forEach(function (g, k) {
    g.setAttribute('role', 'button');
    g.setAttribute('tabindex', k ? -1 : 0);
    if (!g.querySelector('title')) {
      g.setAttribute('aria-label', data.variants[Math.floor(k / n)] + ' and ' + data.variants[k % n]);
    }
  });
  function numberOf(e) {
    var g = e.target.closest('g');
    return g ? Array.prototype.indexOf.call(cells, g) : -1;
  }
  function choose(k) { showPair(model, Math.floor(k / n), k % n, cells[k]); }
  svg.addEventListener('click', function (e) {
    var k = numberOf(e);
    if (k >= 0) { choose(k); }
  });
  svg.addEventListener('keydown', function (e) {
    var k = numberOf(e);
    if (k < 0) { return; }
    if (e.key === 'Enter' || e.key === ' ') {
      e.preventDefault();
      choose(k);
      return;
    }
    var row = Math.floor(k / n), column = k % n;
    switch (ways[e.key]) {
      case 'left': column--; break;
      case 'right': column++; break;
      case 'up': row--; break;
      case 'down': row++; break;
      default: return;
    }
    e.preventDefault();
    if (row >= 0 && row < n && column >= 0 && column < n) {
      cells[k].setAttribute('tabindex', -1);
      cells[row * n + column].setAttribute('tabindex', 0);
      cells[row * n + column].focus();
    }
  });
});
