-- A model's reasoning, where it was received apart from its answer: a text, as
-- the answer is. The sum of a cell without one is as it was before.

-- +goose Up
ALTER TABLE cells ADD COLUMN thinking INTEGER;
