package report_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/report"
)

// TestKeepsToTheXSD holds every outcome's JUnit XML to the schema.
func TestKeepsToTheXSD(t *testing.T) {
	s := readXSD(t)
	for name, e := range envelopes() {
		if err := s.validate(parseXML(t, written(t, report.FormatJUnit, e))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestXSDIsStrict breaks a document in ways that must not pass.
func TestXSDIsStrict(t *testing.T) {
	s := readXSD(t)
	text := string(written(t, report.FormatJUnit, envelopes()["aborted_rule"]))
	for old, to := range map[string]string{
		` name="column_schema"`: ``,
		`tests="6"`:             `tests="six"`,
		`<failure `:             `<failed `,
		`</failure>`:            `<more/></failure>`,
		`classname="orders"`:    `classname="orders" file="x"`,
		`<properties>`:          `words<properties>`,
		`<testcase `:            `<properties/><testcase `,
		`time="0.812" tests`:    `time="812ms" tests`,
	} {
		broken := strings.Replace(text, old, to, 1)
		if broken == text {
			t.Fatalf("there is no %s", old)
		}
		if to == "<failed " {
			broken = strings.Replace(broken, "</failure>", "</failed>", 1)
		}
		if s.validate(parseXML(t, []byte(broken))) == nil {
			t.Errorf("with %q for %q it is still valid", to, old)
		}
	}
}

// node is an element of XML.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []*node    `xml:",any"`
	Text     string     `xml:",chardata"`
}

func parseXML(t *testing.T, text []byte) *node {
	t.Helper()
	var n node
	if err := xml.NewDecoder(bytes.NewReader(text)).Decode(&n); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return &n
}

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (n *node) child(name string) *node {
	for _, c := range n.Children {
		if c.XMLName.Local == name {
			return c
		}
	}
	return nil
}

// xsd is as much of XML Schema as junit.xsd uses: elements, types and
// attributes by name.
type xsd struct{ elements, types map[string]*node }

func readXSD(t *testing.T) xsd {
	t.Helper()
	text, err := os.ReadFile("testdata/junit.xsd")
	if err != nil {
		t.Fatal(err)
	}
	s := xsd{map[string]*node{}, map[string]*node{}}
	for _, n := range parseXML(t, text).Children {
		if n.XMLName.Local == "element" {
			s.elements[n.attr("name")] = n
		} else {
			s.types[n.attr("name")] = n
		}
	}
	return s
}

func (s xsd) validate(n *node) error {
	declared, ok := s.elements[n.XMLName.Local]
	if !ok {
		return fmt.Errorf("<%s> is not in the schema", n.XMLName.Local)
	}
	return s.element(declared, n)
}

// element holds an element to its declaration.
func (s xsd) element(declared, n *node) error {
	t := declared.child("complexType")
	if name := declared.attr("type"); t == nil && s.types[name] != nil {
		t = s.types[name]
	}
	if t == nil || t.child("simpleContent") != nil { // text
		if len(n.Children) > 0 {
			return fmt.Errorf("<%s> holds elements", n.XMLName.Local)
		}
		if t == nil {
			return s.attributes(&node{}, n)
		}
		return s.attributes(t.child("simpleContent").child("extension"), n)
	}
	if strings.TrimSpace(n.Text) != "" {
		return fmt.Errorf("<%s> holds text: %s", n.XMLName.Local, n.Text)
	}
	inside := map[string]*node{}
	content, names := "", ""
	if sequence := t.child("sequence"); sequence != nil {
		content = s.content(sequence, inside)
	}
	for _, c := range n.Children {
		names += c.XMLName.Local + ","
	}
	if !regexp.MustCompile("^" + content + "$").MatchString(names) {
		return fmt.Errorf("<%s> holds %s; want %s", n.XMLName.Local, names, content)
	}
	for _, c := range n.Children {
		if err := s.element(inside[c.XMLName.Local], c); err != nil {
			return err
		}
	}
	return s.attributes(t, n)
}

// content is a pattern of the names of child elements, whose declarations go to inside.
func (s xsd) content(particle *node, inside map[string]*node) string {
	name := particle.attr("name")
	if ref := particle.attr("ref"); ref != "" {
		name = ref
	}
	pattern := ""
	switch particle.XMLName.Local {
	case "element":
		if inside[name] = particle; particle.attr("ref") != "" {
			inside[name] = s.elements[name]
		}
		pattern = name + ","
	case "sequence", "choice":
		parts := make([]string, len(particle.Children))
		for i, c := range particle.Children {
			parts[i] = s.content(c, inside)
		}
		pattern = strings.Join(parts, map[string]string{"sequence": "", "choice": "|"}[particle.XMLName.Local])
	default:
		panic("junit.xsd has a particle that this test does not know: " + particle.XMLName.Local)
	}
	occurs := map[string]string{"/": "", "0/": "?", "0/unbounded": "*"}[particle.attr("minOccurs")+"/"+particle.attr("maxOccurs")]
	return "(?:" + pattern + ")" + occurs
}

func (s xsd) attributes(t, n *node) error {
	declared := map[string]*node{}
	for _, a := range t.Children {
		if a.XMLName.Local != "attribute" {
			continue
		}
		declared[a.attr("name")] = a
		if a.attr("use") == "required" && !hasAttr(n, a.attr("name")) {
			return fmt.Errorf("<%s> has no %s", n.XMLName.Local, a.attr("name"))
		}
	}
	for _, a := range n.Attrs {
		d := declared[a.Name.Local]
		if d == nil {
			return fmt.Errorf("<%s> must not have %s", n.XMLName.Local, a.Name.Local)
		}
		if err := s.value(d.attr("type"), a.Value); err != nil {
			return fmt.Errorf("%s of <%s>: %w", a.Name.Local, n.XMLName.Local, err)
		}
	}
	return nil
}

func hasAttr(n *node, name string) bool {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return true
		}
	}
	return false
}

func (s xsd) value(typeName, value string) error {
	t := s.types[typeName]
	if t == nil { // xs:string
		return nil
	}
	restriction := t.child("restriction")
	if p := restriction.child("pattern"); p != nil && !regexp.MustCompile("^(?:"+p.attr("value")+")$").MatchString(value) {
		return fmt.Errorf("%q is no %s", value, typeName)
	}
	if restriction.child("minLength") != nil && value == "" {
		return fmt.Errorf("a %s is empty", typeName)
	}
	return nil
}
