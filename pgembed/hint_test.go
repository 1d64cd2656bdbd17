package pgembed

import (
	"errors"
	"net"
	"strings"
	"syscall"
	"testing"
)

func TestAMachineThatCannotReachItselfIsSaid(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := reach(address); err != nil {
		t.Errorf("a port that is listened on: %v", err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	var e *Error
	if err := reach(address); !errors.As(err, &e) || e.Hint == "" {
		t.Errorf("a port that nobody listens on: %v", err)
	}
}

func TestEveryWayToRunOutOfRoomHasAHint(t *testing.T) {
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		var e *Error
		if err := fail("write", "there", cause); !errors.As(err, &e) || !strings.Contains(e.Hint, "make room") {
			t.Errorf("%v: %v", cause, err)
		}
	}
}
