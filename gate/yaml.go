package gate

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// nodeKind is the shape of a YAML node.
type nodeKind int

const (
	nullNode nodeKind = iota
	scalarNode
	listNode
	mapNode
)

// node is a YAML node with aliases and merges resolved. A scalar is the text
// as written: what it means is decided by the place where it stands.
type node struct {
	kind    nodeKind
	text    string
	quoted  bool // in quotes, or a block
	comment string
	pos     Pos
	items   []*node
	entries []entry
	lost    []string // keys that were taken out because they are at fault
}

type entry struct {
	key   *node
	value *node
}

// get returns the value of a key of a mapping, or nil.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	for _, e := range n.entries {
		if e.key.text == key {
			return e.value
		}
	}
	return nil
}

// describe names the node's shape in messages.
func (n *node) describe() string {
	switch n.kind {
	case nullNode:
		return "nothing"
	case listNode:
		return "a list"
	case mapNode:
		return "a mapping"
	default:
		return fmt.Sprintf("%q", n.text)
	}
}

// byteOrderMark may begin a file in UTF-8; it is no part of the text.
const byteOrderMark = "\ufeff"

// maxNodes bounds a file after its aliases are resolved.
const maxNodes = 200_000

// parseYAML parses one file; it reports faults and returns what it could read,
// nil where nothing.
func (l *loader) parseYAML(file string, data []byte) *node {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	l.sources[file] = strings.Split(string(data), "\n")
	if !utf8.Valid(data) {
		l.notUTF8(file, data)
		return nil
	}
	parsed, err := parser.ParseBytes(data, parser.ParseComments, parser.AllowDuplicateMapKey())
	if err != nil {
		l.syntaxError(file, err)
		return nil
	}
	c := converter{loader: l, file: file, anchors: map[string]*node{}}
	var body ast.Node
	for _, doc := range parsed.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.CommentType || doc.Body.Type() == ast.CommentGroupType {
			continue
		}
		if body != nil {
			l.report(CodeSyntax, c.pos(doc.Body), "put each gate in a file of its own", "the file has more than one YAML document")
			return nil
		}
		body = doc.Body
	}
	if body == nil {
		l.report(CodeSyntax, Pos{File: file, Line: 1, Column: 1}, "", "the file is empty")
		return nil
	}
	root := c.convert(body)
	if c.count > maxNodes {
		l.report(CodeSyntax, c.pos(body), "", "the file has more than %d values once its aliases are resolved", maxNodes)
		return nil
	}
	return root
}

// notUTF8 reports the first byte of a file that belongs to no character.
func (l *loader) notUTF8(file string, data []byte) {
	at := 0
	for {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	before := data[:at]
	lineStart := bytes.LastIndexByte(before, '\n') + 1
	pos := Pos{File: file, Line: bytes.Count(before, []byte("\n")) + 1, Column: utf8.RuneCount(before[lineStart:]) + 1}
	l.report(CodeSyntax, pos, "save the file as UTF-8", "the file is not UTF-8: unexpected byte 0x%02X", data[at])
}

// syntaxError reports what the parser refused.
func (l *loader) syntaxError(file string, err error) {
	pos := Pos{File: file, Line: 1, Column: 1}
	message := err.Error()
	var at yaml.Error
	if errors.As(err, &at) {
		message = at.GetMessage()
		if tk := at.GetToken(); tk != nil && tk.Position != nil {
			pos.Line, pos.Column = max(tk.Position.Line, 1), max(tk.Position.Column, 1)
		}
	}
	l.report(CodeSyntax, pos, quoteHint(l.line(pos), message), "not valid YAML: %s", message)
}

// needsQuotes are lines that hold what YAML reads as its own syntax.
var needsQuotes = regexp.MustCompile("[:,{\\[-]\\s*(%|@|`|\\^|[^'\"]*[\\\\\\]}+*$(])|: .*: ")

// quoteHint says to quote the value where the line holds one that needs it.
func quoteHint(line, message string) string {
	if strings.Contains(message, "could not find end character") {
		return "close the quote"
	}
	if !needsQuotes.MatchString(line) {
		return ""
	}
	return "quote this value: a regex, a % and texts with : , { or [ need quotes, as in regex: '^[A-Z]{3}$'"
}

// converter makes nodes of one file.
type converter struct {
	loader  *loader
	file    string
	anchors map[string]*node
	count   int
}

func (c *converter) pos(n ast.Node) Pos { return c.at(n.GetToken()) }

func (c *converter) at(tk *token.Token) Pos {
	if tk == nil || tk.Position == nil {
		return Pos{File: c.file, Line: 1, Column: 1}
	}
	return Pos{File: c.file, Line: max(tk.Position.Line, 1), Column: max(tk.Position.Column, 1)}
}

func (c *converter) convert(n ast.Node) *node {
	if n == nil {
		return &node{pos: Pos{File: c.file, Line: 1, Column: 1}}
	}
	if c.count++; c.count > maxNodes {
		return &node{pos: c.pos(n)}
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return c.mapping(c.pos(n), n.Values, n.IsFlowStyle)
	case *ast.MappingValueNode:
		return c.mapping(c.pos(n), []*ast.MappingValueNode{n}, false)
	case *ast.SequenceNode:
		list := &node{kind: listNode, pos: c.pos(n)}
		for _, v := range n.Values {
			list.items = append(list.items, c.convert(v))
		}
		return list
	case *ast.AnchorNode:
		value := c.convert(n.Value)
		c.anchors[n.Name.GetToken().Value] = value
		return value
	case *ast.AliasNode:
		return c.alias(n)
	case *ast.LiteralNode:
		return &node{kind: scalarNode, text: n.Value.Value, quoted: true, pos: c.pos(n)}
	case *ast.NullNode:
		return &node{kind: nullNode, pos: c.pos(n)}
	case *ast.TagNode:
		c.loader.report(CodeSyntax, c.pos(n), "remove it, or quote the value", "YAML tags such as %s are not used", n.Start.Value)
		return c.convert(n.Value)
	default:
		return c.scalar(n)
	}
}

func (c *converter) scalar(n ast.Node) *node {
	tk := n.GetToken()
	s := &node{kind: scalarNode, text: tk.Value, pos: c.pos(n)}
	s.quoted = tk.Type == token.SingleQuoteType || tk.Type == token.DoubleQuoteType
	if group := n.GetComment(); group != nil && len(group.Comments) > 0 {
		if at := group.Comments[0].Token; at != nil && at.Position != nil && at.Position.Line == s.pos.Line {
			s.comment = strings.TrimSpace(at.Value)
		}
	}
	return s
}

func (c *converter) alias(n *ast.AliasNode) *node {
	name := ""
	if n.Value != nil && n.Value.GetToken() != nil {
		name = n.Value.GetToken().Value
	}
	target, ok := c.anchors[name]
	if !ok {
		c.loader.report(CodeSyntax, c.pos(n), "quote this value if it is a text, as in '*"+name+"'", "there is no anchor &%s before this place", name)
		return &node{kind: scalarNode, text: "*" + name, pos: c.pos(n)}
	}
	return c.clone(target)
}

// clone copies a node, so that each place resolves its own variables.
func (c *converter) clone(n *node) *node {
	if c.count++; c.count > maxNodes {
		return &node{pos: n.pos}
	}
	copied := *n
	copied.items = make([]*node, len(n.items))
	for i, item := range n.items {
		copied.items[i] = c.clone(item)
	}
	copied.entries = make([]entry, len(n.entries))
	for i, e := range n.entries {
		copied.entries[i] = entry{key: e.key, value: c.clone(e.value)}
	}
	return &copied
}

// mapping makes a mapping; keys of its own win over merged ones.
func (c *converter) mapping(pos Pos, values []*ast.MappingValueNode, flow bool) *node {
	m := &node{kind: mapNode, pos: pos}
	if !flow && len(values) > 0 {
		m.pos = c.pos(values[0].Key)
	}
	own := map[string]Pos{}
	for _, v := range values {
		if !v.Key.IsMergeKey() {
			if _, ok := own[v.Key.GetToken().Value]; !ok {
				own[v.Key.GetToken().Value] = c.pos(v.Key)
			}
		}
	}
	seen := map[string]bool{}
	var merged Pos
	for i, v := range values {
		if v.Key.IsMergeKey() {
			if merged.Line > 0 {
				c.loader.report(CodeDuplicateKey, c.pos(v.Key), "merge several in one list: <<: [*a, *b]", "key '<<' is here twice; first at line %d", merged.Line)
				continue
			}
			merged = c.pos(v.Key)
			c.merge(m, v, own)
			continue
		}
		if c.splitByComma(m, values, i) {
			continue
		}
		key := c.scalar(v.Key)
		value := c.convert(v.Value)
		if seen[key.text] {
			c.loader.report(CodeDuplicateKey, key.pos, "remove one of them", "key '%s' is here twice; first at line %d", key.text, own[key.text].Line)
			continue
		}
		seen[key.text] = true
		m.entries = append(m.entries, entry{key: key, value: value})
	}
	return m
}

// splitByComma reports an unquoted value that the flow mapping's comma has
// cut, such as decimal(10,2), whose rest looks like a key without value.
func (c *converter) splitByComma(m *node, values []*ast.MappingValueNode, i int) bool {
	rest := values[i].Key.GetToken().Value
	if i == 0 || len(m.entries) == 0 || values[i].Value == nil || values[i].Value.Type() != ast.NullType || !strings.HasSuffix(rest, ")") {
		return false
	}
	tk := values[i-1].Value.GetToken()
	if tk.Type != token.StringType || strings.Count(tk.Value, "(") <= strings.Count(tk.Value, ")") {
		return false
	}
	whole := tk.Value + "," + rest
	c.loader.report(CodeSyntax, c.at(tk), `quote this value: "`+whole+`"`, "the comma cuts %s in two: inside { } it separates keys", whole)
	m.entries[len(m.entries)-1].value.text = whole
	return true
}

func (c *converter) merge(m *node, v *ast.MappingValueNode, own map[string]Pos) {
	if before := strings.TrimSpace(strings.TrimSuffix(v.Key.GetToken().Origin, "<<")); before != "" {
		c.loader.report(CodeSyntax, c.pos(v.Key), "", "unexpected %q before <<", before)
	}
	value := c.convert(v.Value)
	sources := []*node{value}
	if value.kind == listNode {
		sources = value.items
	}
	for _, source := range sources {
		if source.kind != mapNode {
			c.loader.report(CodeWrongType, source.pos, "", "<< merges mappings, got %s", source.describe())
			continue
		}
		for _, e := range source.entries {
			if _, ok := own[e.key.text]; !ok && m.get(e.key.text) == nil {
				m.entries = append(m.entries, e)
			}
		}
	}
}
