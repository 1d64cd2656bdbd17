package ollama

import (
	"net"
	"strings"
)

const (
	defaultHost = "127.0.0.1"
	defaultPort = "11434"
)

// Address is the base URL that a value of OLLAMA_HOST means. Scheme, host and
// port may each be missing: "" is http://127.0.0.1:11434, ":8080" another port
// of this machine. An address to listen on at all interfaces, as a server is
// given, means this machine. What is no address is handed back as it is, for
// wire.Config.CheckBaseURL to refuse.
func Address(host string) string {
	host = strings.TrimSpace(host)
	scheme, rest, given := strings.Cut(host, "://")
	port := map[string]string{"http": "80", "https": "443"}[scheme]
	if !given {
		scheme, rest, port = "http", host, defaultPort
	}
	rest, path, _ := strings.Cut(rest, "/")
	name, named, err := net.SplitHostPort(rest)
	if err == nil && named != "" {
		port = named
	}
	if err != nil {
		name = strings.Trim(rest, "[]")
	}
	switch name {
	case "", "0.0.0.0", "::":
		name = defaultHost
	}
	return strings.TrimSuffix(scheme+"://"+net.JoinHostPort(name, port)+"/"+path, "/")
}
