// One cell: its SQL and rows beside gold's, chosen in the grid.
function showCell(button) {
  var c = data.cells[Number(button.dataset.cell)];
  var q = data.questions[c.question];
  var parts = [verdictOf(c), element('p', '', q.text), pairOf(
    side('This cell', [sqlBlock(c.sql, 'There is no SQL.'), answerTable(c.answer, c.rows)]),
    side('Gold, over the E/R views', [sqlBlock(q.sql, 'There is no gold SQL.'), answerTable(q.gold, q.rows)]))];
  if (c.response >= 0) { parts.push(folded('The model’s response', [c.response])); }
  if (c.thinking >= 0) { parts.push(folded('The model’s reasoning', [c.thinking])); }
  if (c.prompt.length) { parts.push(folded('The prompt that was sent', c.prompt)); }
  parts.push(others(c), element('p', 'small', data.models[c.model] + ', repeat ' + (c.repeat + 1) + ': ' + c.cost + '.'));
  open(q.id + ' on ' + data.variants[c.variant], parts, button, function (way) {
    var to = neighbour(button, way);
    if (to) {
      opener = to;
      showCell(to);
    }
  });
}

// folded shows texts, one behind the other, to whoever opens it.
function folded(title, texts) {
  var d = element('details');
  var box = element('pre');
  var cut = [];
  texts.forEach(function (i) {
    box.append(data.texts[i].text);
    if (data.texts[i].cut) { cut.push(data.texts[i].cut); }
  });
  d.append(element('summary', '', title), box);
  if (cut.length) { d.append(element('p', 'small', 'Cut here; the whole has ' + cut.join(' and ') + '.')); }
  return d;
}

// others offers the same question on every other variant, to compare with.
function others(c) {
  var box = element('div', 'others');
  data.variants.forEach(function (name, v) {
    if (v === c.variant) { return; }
    var b = element('button');
    b.type = 'button';
    b.append(chip(cellAt(c.model, c.question, v, 0)), element('span', '', name));
    b.addEventListener('click', function () {
      compare({ model: c.model, question: c.question, left: c.variant, right: v, repeats: [c.repeat, 0] });
    });
    box.append(b);
  });
  return box.children.length ? side('Compare with another variant', [box]) : null;
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

document.querySelectorAll('table.grid').forEach(function (grid) {
  grid.addEventListener('click', function (e) {
    var b = e.target.closest('button[data-cell]');
    if (b) { showCell(b); }
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
