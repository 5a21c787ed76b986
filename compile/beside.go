package compile

import "github.com/sqlgate/sqlgate/gate"

// Beside is the target that the rules of a check look at, though it is not written.
type Beside struct {
	Target gate.TableName
	Found  *Relation // nil: there is none yet
	Mode   gate.Mode // of a run of the same rows
	Same   bool      // it is the target that is checked: its rows are compared with each other only
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

// mode is how a run writes the target, or would write the one beside a check.
func (p *Plan) mode() gate.Mode {
	if p.beside != nil {
		return p.beside.Mode
	}
	return p.Gate.Mode
}

// leavesTarget reports whether the run leaves rows of the target in place.
func (p *Plan) leavesTarget() bool {
	if !p.hasTarget() || p.beside != nil && p.beside.Same {
		return false
	}
	return p.mode() != gate.Replace && (p.mode() != gate.ReplacePartition || len(p.parts) > 0)
}

// stays is the condition over the target's rows, as present, that the run leaves
// them in place; empty: it leaves all. Those are replaced whose key a row of the
// relation has, in mode upsert.
func (p *Plan) stays(relation string) string {
	switch {
	case p.mode() == gate.ReplacePartition:
		return "(" + p.within(p.inTarget) + ") IS NOT TRUE"
	case p.mode() == gate.Upsert && p.Gate.Upsert.OnMatch == gate.UpdateMatch:
		return p.keyStays(relation)
	default:
		return ""
	}
}
