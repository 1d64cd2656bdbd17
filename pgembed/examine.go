package pgembed

import "path/filepath"

// SpaceNeeded is what unpacked programs, a new cluster and its log take, with
// some room for data, in bytes.
const SpaceNeeded = spaceNeeded

// Examination is what a start would meet.
type Examination struct {
	User     string // the server's, where it is not this process's; else ""
	Root     string // the server root
	Ours     bool   // the root is there and its marker names this home
	Programs string // folder of the unpacked programs in it
	Data     string // of the cluster
	Log      string // the server's log
	Free     uint64 // bytes that this user can still write there
	Stale    int    // process id in a pid file whose server is gone; 0 = none
}

// Examine looks at a home's server, or at where it would be, and makes, starts
// and changes nothing. The errors are those with which Open would refuse the
// home; a home that does not exist is none.
func Examine(o Options) (Examination, error) {
	h, err := existingHome(o, o.Home)
	if isMissing(err) {
		return Examination{}, nil
	}
	if err != nil {
		return Examination{}, err
	}
	if err := h.findRoot(false); err != nil {
		return Examination{}, err
	}
	e := Examination{Root: h.root, Ours: h.marked(), Programs: h.binariesFolder(), Data: h.data, Log: h.logFile()}
	if h.account != nil {
		e.User = h.account.name
	}
	if pid := h.readPIDFile().pid; e.Ours && !h.ours(pid) {
		e.Stale = pid
	}
	e.Free, err = freeSpace(firstExisting(h.root))
	return e, fail("ask for the free space", h.root, err)
}

// marked says whether the root's marker names this home.
func (h *home) marked() bool {
	var m marker
	return readJSON(filepath.Join(h.root, markerName), &m) && m.Home == h.dir
}

// firstExisting is the path or the nearest folder above it that is there.
func firstExisting(path string) string {
	for !exists(path) && path != filepath.Dir(path) {
		path = filepath.Dir(path)
	}
	return path
}
