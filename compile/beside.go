package compile

import "github.com/sqlgate/sqlgate/gate"

// Beside is the target that the rules of a check look at, though it is not written.
type Beside struct {
	Target gate.TableName
	Found  *Relation // nil: there is none yet
	Stays  bool      // a run of the same rows would leave the target's in place
}

// targetTable is the target that rules look at; zero: there is none.
func (p *Plan) targetTable() gate.TableName {
	if p.beside != nil {
		return p.beside.Target
	}
	return p.Gate.Target
}

// hasTarget reports whether the target is there before the run.
func (p *Plan) hasTarget() bool {
	if p.beside != nil {
		return p.beside.Found != nil
	}
	return !p.Gate.CheckOnly() && len(p.TargetDDL) == 0
}

// leavesTarget reports whether the run leaves rows of the target in place.
func (p *Plan) leavesTarget() bool {
	if p.beside != nil {
		return p.hasTarget() && p.beside.Stays
	}
	return p.hasTarget() && p.Gate.Mode != gate.Replace
}
