CREATE TABLE "Order" ("orderNo" integer NOT NULL, CONSTRAINT "pk" PRIMARY KEY ("orderNo"));
CREATE TABLE "orderLines" (
    "orderNo" integer NOT NULL,
    "lineNo" integer NOT NULL,
    "packer""Id" integer,
    CHECK ("lineNo" > 0),
    PRIMARY KEY ("orderNo", "lineNo"),
    FOREIGN KEY ("orderNo") REFERENCES "Order" ("orderNo")
);
CREATE TABLE packers (id integer PRIMARY KEY, kind text NOT NULL CHECK (kind IN ('ManualPacker', 'Robot''s')));
ALTER TABLE "orderLines" ADD FOREIGN KEY ("packer""Id") REFERENCES packers;
