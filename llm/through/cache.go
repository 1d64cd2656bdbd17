package through

import (
	"fmt"
	"strings"

	"ercheck/llm"
)

// Cache keeps responses that were paid for. Several goroutines use it.
type Cache interface {
	// Get gives the response kept for a key. What cannot be read is not there.
	Get(Key) (llm.Response, bool)
	// Put keeps a response, in place of one that is there.
	Put(Key, llm.Response) error
}

// recall looks a response up. With Fresh only what this layer wrote is there.
func (l *Layer) recall(k Key) (llm.Response, bool) {
	if l.Cache == nil || l.Fresh && !l.wrote(k) {
		return llm.Response{}, false
	}
	r, ok := l.Cache.Get(k)
	if !ok || !whole(r) {
		return llm.Response{}, false
	}
	return again(r), true
}

// keep writes a response, if it is one that may be given again. A cache that
// fails costs money at the next run and nothing now.
func (l *Layer) keep(k Key, r llm.Response) {
	if l.Cache == nil || !whole(r) {
		return
	}
	if err := l.Cache.Put(k, r); err != nil {
		l.notice(fmt.Sprintf("responses cannot be kept for the next time: %v", err))
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.written[k] = true
}

func (l *Layer) wrote(k Key) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.written[k]
}

// whole says whether a response is worth keeping: the model ended it by itself
// and said something. Cut and empty ones are asked for again the next time.
func whole(r llm.Response) bool {
	return r.Finish == llm.FinishStop && strings.TrimSpace(r.Text) != ""
}
