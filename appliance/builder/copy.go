package builder

import (
	"bufio"
	"context"
	"io"

	"github.com/jackc/pgx/v5"

	"ercheck/catalog/instance"
	"ercheck/variants/pgsql"
	"ercheck/variants/relation"
)

// copyBuffer is how much is written to the server at a time.
const copyBuffer = 64 << 10

// copyTable streams a table's rows into COPY and returns their number.
func copyTable(ctx context.Context, tx pgx.Tx, src instance.Source, t Target, table *relation.Table) (int64, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	reader, writer := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		writer.CloseWithError(writeRows(ctx, writer, src, t, table))
	}()
	tag, err := tx.Conn().PgConn().CopyFrom(ctx, reader, pgsql.CopySQL(table, t.Schema))
	reader.CloseWithError(io.ErrClosedPipe)
	<-done
	return tag.RowsAffected(), err
}

// writeRows writes a table in COPY's text format.
func writeRows(ctx context.Context, w io.Writer, src instance.Source, t Target, table *relation.Table) error {
	buffered := bufio.NewWriterSize(w, copyBuffer)
	var line []byte
	for row, err := range t.Variant.Layout.Rows(ctx, table, src, t.Variant.Order()) {
		if err != nil {
			return err
		}
		line = pgsql.AppendCopy(line[:0], row)
		if _, err := buffered.Write(line); err != nil {
			return err
		}
	}
	return buffered.Flush()
}
