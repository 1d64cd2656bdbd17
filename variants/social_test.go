package variants_test

import (
	"testing"

	"ercheck/catalog/er"
)

// socialModel is the paper's running example, for tests.
func socialModel(t testing.TB) *er.Model {
	t.Helper()
	m, err := er.New(er.Spec{Name: "social", EntityTypes: append(accountTypes(), contentTypes()...), Relationships: socialRelationships()})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func attribute(name string, base er.Base) er.AttributeSpec {
	a := er.AttributeSpec{Name: name, Type: er.Type{Base: base}}
	if base == er.Numeric {
		a.Type.Precision, a.Type.Scale = 10, 2
	}
	return a
}

func nullable(a er.AttributeSpec) er.AttributeSpec { a.Nullable = true; return a }
func unique(a er.AttributeSpec) er.AttributeSpec   { a.Unique = true; return a }
func multi(a er.AttributeSpec) er.AttributeSpec    { a.Multi = true; return a }

func accountTypes() []er.EntityTypeSpec {
	return []er.EntityTypeSpec{
		{Name: "Account", Plural: "accounts", Key: []er.AttributeSpec{attribute("account_id", er.Integer)}, Attributes: []er.AttributeSpec{
			unique(attribute("username", er.Text)), unique(attribute("email", er.Text)), attribute("created_at", er.Timestamp)}},
		{Name: "CreatorAccount", Plural: "creator_accounts", IsA: "Account", Attributes: []er.AttributeSpec{
			nullable(attribute("bio", er.Text)), attribute("verified", er.Boolean)}},
		{Name: "ConsumerAccount", Plural: "consumer_accounts", IsA: "Account", Attributes: []er.AttributeSpec{
			attribute("preferences", er.JSON), nullable(attribute("age", er.Integer)), multi(attribute("watch_history_timestamps", er.Timestamp))}},
		{Name: "Streamer", Plural: "streamers", IsA: "CreatorAccount", Attributes: []er.AttributeSpec{
			attribute("platform", er.Text), nullable(attribute("avg_viewers", er.Integer))}},
		{Name: "Subscriber", Plural: "subscribers", IsA: "ConsumerAccount", Attributes: []er.AttributeSpec{
			attribute("subscription_tier", er.Text), attribute("active", er.Boolean), multi(attribute("notification_preferences", er.Text))}},
	}
}

func contentTypes() []er.EntityTypeSpec {
	return []er.EntityTypeSpec{
		{Name: "Content", Plural: "content", Key: []er.AttributeSpec{attribute("content_id", er.Integer)}, Attributes: []er.AttributeSpec{
			attribute("title", er.Text), attribute("created_at", er.Timestamp), attribute("duration", er.Integer), multi(attribute("quality_options", er.Text))}},
		{Name: "LiveContent", Plural: "live_content", IsA: "Content", Attributes: []er.AttributeSpec{
			attribute("scheduled_start", er.Timestamp), attribute("is_live", er.Boolean)}},
		{Name: "RecordedContent", Plural: "recorded_content", IsA: "Content", Attributes: []er.AttributeSpec{
			attribute("file_size_mb", er.Numeric), attribute("resolution", er.Text), multi(attribute("chapter_markers", er.Integer))}},
		{Name: "LiveStream", Plural: "live_streams", IsA: "LiveContent", Attributes: []er.AttributeSpec{
			nullable(attribute("peak_viewers", er.Integer)), attribute("chat_enabled", er.Boolean)}},
		{Name: "Clip", Plural: "clips", IsA: "RecordedContent", Attributes: []er.AttributeSpec{
			attribute("start_offset", er.Integer), attribute("end_offset", er.Integer)}},
		{Name: "Channel", Plural: "channels", Key: []er.AttributeSpec{attribute("channel_id", er.Integer)}, Attributes: []er.AttributeSpec{
			unique(attribute("name", er.Text)), nullable(attribute("description", er.Text)), attribute("created_at", er.Timestamp)}},
		{Name: "Tag", Plural: "tags", Key: []er.AttributeSpec{attribute("tag_id", er.Integer)}, Attributes: []er.AttributeSpec{
			unique(attribute("name", er.Text)), multi(attribute("aliases", er.Text))}},
	}
}

func socialRelationships() []er.RelationshipSpec {
	role := func(typ, name string) er.RoleSpec { return er.RoleSpec{Type: typ, Name: name} }
	total := func(typ, name string) er.RoleSpec { return er.RoleSpec{Type: typ, Name: name, Total: true} }
	return []er.RelationshipSpec{
		{Name: "produced_by", From: total("Content", "content"), To: role("CreatorAccount", "producer"), Cardinality: er.ManyToOne},
		{Name: "hosted_by", From: total("LiveStream", "live stream"), To: role("Streamer", "host"), Cardinality: er.ManyToOne},
		{Name: "derived_from", From: role("Clip", "clip"), To: role("LiveStream", "source"), Cardinality: er.ManyToOne},
		{Name: "published_on", From: role("Content", "content"), To: role("Channel", "channel"), Cardinality: er.ManyToMany},
		{Name: "tagged_with", From: role("Content", "content"), To: role("Tag", "tag"), Cardinality: er.ManyToMany},
		{Name: "owns", From: role("CreatorAccount", "owner"), To: role("Channel", "channel"), Cardinality: er.ManyToMany},
		{Name: "viewed", From: role("ConsumerAccount", "viewer"), To: role("Content", "content"), Cardinality: er.ManyToMany},
		{Name: "subscribes_to", From: role("Subscriber", "subscriber"), To: role("CreatorAccount", "creator"), Cardinality: er.ManyToMany},
		{Name: "shared", From: role("Account", "sharer"), To: role("Clip", "clip"), Cardinality: er.ManyToMany},
	}
}
