package diagram

import (
	"strings"

	"ercheck/appliance/record"
)

// model reads a diagram from a short notation, one entity type or relationship a
// line: "Type < Parent: key*, attribute type, many type[], optional type?" and
// "name M:1: From=role! -> To, attribute type", where ! means that every entity
// takes part. "Weak @ Owner" has an owner, "Type^" is abstract.
func model(text string) *record.Diagram {
	d := &record.Diagram{}
	for l := range strings.Lines(text) {
		head, rest, _ := strings.Cut(strings.TrimSpace(l), ": ")
		switch fields := strings.Fields(strings.TrimSuffix(head, ":")); {
		case len(fields) == 0:
		case strings.Contains(rest, "->"):
			d.Relationships = append(d.Relationships, relationship(fields[0], fields[1], rest))
		default:
			d.EntityTypes = append(d.EntityTypes, entityType(fields, rest))
		}
	}
	return d
}

func entityType(fields []string, rest string) record.DiagramType {
	t := record.DiagramType{}
	t.Name, t.Abstract = strings.CutSuffix(fields[0], "^")
	if len(fields) == 3 && fields[1] == "<" {
		t.Parent = fields[2]
	}
	if len(fields) == 3 && fields[1] == "@" {
		t.Owner = fields[2]
	}
	for _, a := range attributes(rest) {
		if name, key := strings.CutSuffix(a.Name, "*"); key {
			a.Name = name
			t.Key = append(t.Key, a)
		} else {
			t.Attributes = append(t.Attributes, a)
		}
	}
	return t
}

func attributes(text string) (all []record.DiagramAttribute) {
	for _, part := range strings.Split(text, ", ") {
		fields := strings.Fields(part)
		if len(fields) == 0 {
			continue
		}
		a := record.DiagramAttribute{Name: fields[0]}
		if name, parts, composite := strings.Cut(fields[0], "="); composite {
			a.Name = name
			for _, c := range strings.Split(parts, "+") {
				a.Composite = append(a.Composite, record.DiagramAttribute{Name: c, Type: "text"})
			}
		} else if a.Type = "integer"; len(fields) > 1 {
			a.Type, a.Nullable = strings.CutSuffix(fields[1], "?")
			a.Type, a.Multi = strings.CutSuffix(a.Type, "[]")
		}
		all = append(all, a)
	}
	return all
}

func relationship(name, cardinality, rest string) record.DiagramRelationship {
	ends, notes, _ := strings.Cut(rest, ",")
	from, to, _ := strings.Cut(ends, "->")
	return record.DiagramRelationship{Name: name, Cardinality: cardinality, From: relationshipEnd(from), To: relationshipEnd(to), Attributes: attributes(notes)}
}

func relationshipEnd(text string) record.DiagramEnd {
	text, total := strings.CutSuffix(strings.TrimSpace(text), "!")
	e := record.DiagramEnd{Total: total}
	var named bool
	if e.Type, e.Role, named = strings.Cut(text, "="); !named {
		e.Role = e.Type
	}
	return e
}

const video = `
Account: account_id*, username text, email text, created_at timestamp
CreatorAccount < Account: bio text?, verified boolean
ConsumerAccount < Account: preferences json?, age integer?, watch_history_timestamps timestamp[]
Streamer < CreatorAccount: platform text, avg_viewers numeric(10,2)
Subscriber < ConsumerAccount: subscription_tier text, active boolean, notification_preferences text[]
Content: content_id*, title text, created_at timestamp, duration integer, quality_options text[]
LiveContent < Content: scheduled_start timestamp?, is_live boolean
RecordedContent < Content: file_size_mb numeric(10,2), resolution text, chapter_markers integer[]
LiveStream < LiveContent: peak_viewers integer, chat_enabled boolean
Clip < RecordedContent: start_offset integer, end_offset integer
Channel: channel_id*, name text, description text?, created_at timestamp
Tag: tag_id*, name text, aliases text[]
produced_by M:1: Content! -> CreatorAccount=producer
hosted_by M:1: LiveStream! -> Streamer=host
derived_from M:1: Clip -> LiveStream=source
published_on M:N: Content -> Channel
tagged_with M:N: Content -> Tag
owns M:N: CreatorAccount=owner -> Channel
viewed M:N: ConsumerAccount=viewer -> Content
subscribes_to M:N: Subscriber -> CreatorAccount=creator
shared M:N: Account=sharer -> Clip`

const shop = `
Product: product_id*, name text, price numeric(10,2), quantity integer, tags text[]
PhysicalProduct < Product: material text, dimensions text
DigitalProduct < Product: format text, description text?
Apparel < PhysicalProduct: category text, avail_sizes text[]
Accessories < PhysicalProduct: category text, material_type text
Electronics < PhysicalProduct: model_no text, standards text[]
Media < DigitalProduct: duration integer
Software < DigitalProduct: version text, platforms text[]
User: user_id*, name=first_name+last_name, email text, phone_no text[]
Customer < User: loyalty_points integer
Employee < User: department text, role text, hire_date date
CustOrder: order_id*, placed_at timestamp
Review: review_id*, rating integer, body text?
placed_by M:1: CustOrder! -> Customer
contains M:N: CustOrder! -> Product
processed_by M:N: CustOrder -> Employee
written_by M:1: Review! -> Customer
reviews M:1: Review! -> Product
recommends M:N: Employee -> Product
downloaded M:N: Customer -> DigitalProduct
installable_on M:N: Software -> Electronics
streams_to M:N: Media -> Electronics
paired_with M:N: Apparel -> Accessories
compatible_with M:N: Accessories -> Electronics`

const school = `
person^: person_id* text, name=first_name+last_name, phone text[]
instructor < person: salary numeric(8,2)
student < person: tot_cred numeric(3,0)
course: course_id* text, title text, credits integer
section @ course: sec_id* text, semester* text, year* integer
takes M:N: student -> section, grade text?
teaches M:N: instructor -> section
advisor M:1: student! -> instructor=advisor
prereq M:N: course -> course=prerequisite`

// singles has no hierarchy and as many types as a picture must bear well.
const singles = `
customer: id*, name text, city text
address: id*, street text, zip text
invoice: id*, day date, total numeric(10,2)
payment: id*, amount numeric(10,2)
item: id*, label text
supplier: id*, name text
warehouse: id*, city text
shipment: id*, sent date?
carrier: id*, name text
employee: id*, name text
department: id*, name text
project: id*, title text
contract: id*, signed date
category: id*, name text
discount: id*, percent integer
country: id*, name text
currency: id*, code text
document: id*, title text, pages integer
ticket: id*, subject text
message: id*, body text
lives_at M:N: customer -> address
billed_to M:1: invoice! -> customer
pays M:1: payment! -> invoice
lists M:N: invoice! -> item, amount integer, price numeric(10,2)
supplied_by M:N: item -> supplier
stored_in M:N: item -> warehouse, shelf text
sends M:1: shipment -> invoice
carried_by M:1: shipment! -> carrier
works_in M:1: employee! -> department
head M:1: department -> employee=head
works_on M:N: employee -> project
signed_with M:1: contract -> supplier
in_category M:1: item -> category
parent M:1: category=child -> category=parent
applies_to M:N: discount -> category
located_in M:1: address! -> country
uses M:1: country! -> currency
attached_to M:N: document -> contract
opened_by M:1: ticket! -> customer
answered_by M:1: ticket -> employee
belongs_to M:1: message! -> ticket`
