package appliance

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"ercheck/pgembed"
)

// cluster is the one Postgres of a home: our own server, or one that the user
// named.
type cluster struct {
	server   *pgembed.Server // nil for a server that the user named
	external *url.URL
	version  string
}

// oldestMajor is the first Postgres that accepts all the SQL that ours does.
const oldestMajor = 16

func openCluster(ctx context.Context, o Options) (*cluster, error) {
	if o.DatabaseURL != "" {
		return openExternal(ctx, o)
	}
	server, err := pgembed.Open(ctx, pgembedOptions(o))
	if err != nil {
		return nil, err
	}
	return &cluster{server: server, version: server.Version()}, nil
}

func pgembedOptions(o Options) pgembed.Options {
	return pgembed.Options{Home: string(o.Home), PgBin: o.PgBin, Env: o.Env, Log: o.Log}
}

// openExternal checks the server that the user named: reachable, new enough,
// and ours to make databases and roles in.
func openExternal(ctx context.Context, o Options) (*cluster, error) {
	u, err := url.Parse(o.DatabaseURL)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Host == "" {
		return nil, &ExternalError{Reason: "it is no URL of the form postgres://user:password@host:port/database"}
	}
	c := &cluster{external: u}
	conn, err := c.connect(ctx, databaseOf(u))
	if err != nil {
		return nil, &ExternalError{Reason: "it does not answer", Err: err}
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var number, super string
	if err := conn.QueryRow(ctx, "SELECT current_setting('server_version_num'), current_setting('is_superuser')").Scan(&number, &super); err != nil {
		return nil, &ExternalError{Reason: "it does not answer", Err: err}
	}
	major, _ := strconv.Atoi(strings.TrimSuffix(number, number[max(0, len(number)-4):]))
	if major < oldestMajor {
		return nil, &ExternalError{Reason: fmt.Sprintf("it is Postgres %d, and %d is the oldest that gives comparable scores", major, oldestMajor)}
	}
	if super != "on" {
		return nil, &ExternalError{Reason: "its user is no superuser, and each variant needs a role of its own"}
	}
	c.version = conn.PgConn().ParameterStatus("server_version")
	return c, nil
}

func databaseOf(u *url.URL) string {
	if name := strings.TrimPrefix(u.Path, "/"); name != "" {
		return name
	}
	return "postgres"
}

// ExternalError says that the server of --database-url cannot be used. It never
// holds the URL, which has a password in it.
type ExternalError struct {
	Reason string
	Err    error
}

// Error gives the reason.
func (e *ExternalError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("the Postgres of --database-url cannot be used: %s: %v", e.Reason, e.Err)
	}
	return "the Postgres of --database-url cannot be used: " + e.Reason
}

// Unwrap gives the cause.
func (e *ExternalError) Unwrap() error { return e.Err }

// Hint says what to do.
func (e *ExternalError) Hint() string {
	return "leave --database-url away and ercheck starts a Postgres of its own"
}

func (c *cluster) close() error {
	if c.server == nil {
		return nil
	}
	return c.server.Close()
}

// url of a database, as the superuser.
func (c *cluster) url(database string) string {
	if c.server != nil {
		return c.server.URL(database)
	}
	u := *c.external
	u.Path = "/" + database
	return u.String()
}

// sessionSettings make every session print values alike.
var sessionSettings = map[string]string{
	"TimeZone": "UTC", "DateStyle": "ISO, MDY", "IntervalStyle": "postgres",
	"extra_float_digits": "1", "client_encoding": "UTF8", "search_path": "",
	"application_name": "ercheck", "max_parallel_workers_per_gather": "0",
}

// connect opens a superuser's session in a database.
func (c *cluster) connect(ctx context.Context, database string) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(c.url(database))
	if err != nil {
		return nil, err
	}
	for name, value := range sessionSettings {
		config.RuntimeParams[name] = value
	}
	return pgx.ConnectConfig(ctx, config)
}

// rolePassword is a role's: derived from the superuser's, so that nothing more
// need be kept.
func (c *cluster) rolePassword(role string) string {
	u, err := url.Parse(c.url("postgres"))
	if err != nil {
		panic("a server's URL does not parse: " + err.Error())
	}
	secret, _ := u.User.Password()
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(role))
	return hex.EncodeToString(mac.Sum(nil))
}
