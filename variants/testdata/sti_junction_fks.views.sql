CREATE VIEW er__sti_junction_fks.account AS
SELECT t.account_id, t.username, t.email, t.created_at
FROM sti_junction_fks.accounts AS t;

CREATE VIEW er__sti_junction_fks.creator_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified
FROM sti_junction_fks.accounts AS t
WHERE t.type IN ('CreatorAccount', 'Streamer');

CREATE VIEW er__sti_junction_fks.consumer_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age
FROM sti_junction_fks.accounts AS t
WHERE t.type IN ('ConsumerAccount', 'Subscriber');

CREATE VIEW er__sti_junction_fks.streamer AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified, t.platform, t.avg_viewers
FROM sti_junction_fks.accounts AS t
WHERE t.type = 'Streamer';

CREATE VIEW er__sti_junction_fks.subscriber AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age, t.subscription_tier, t.active
FROM sti_junction_fks.accounts AS t
WHERE t.type = 'Subscriber';

CREATE VIEW er__sti_junction_fks.content AS
SELECT t.content_id, t.title, t.created_at, t.duration
FROM sti_junction_fks.content AS t;

CREATE VIEW er__sti_junction_fks.live_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.scheduled_start, t.is_live
FROM sti_junction_fks.content AS t
WHERE t.type IN ('LiveContent', 'LiveStream');

CREATE VIEW er__sti_junction_fks.recorded_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution
FROM sti_junction_fks.content AS t
WHERE t.type IN ('RecordedContent', 'Clip');

CREATE VIEW er__sti_junction_fks.live_stream AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.scheduled_start, t.is_live, t.peak_viewers, t.chat_enabled
FROM sti_junction_fks.content AS t
WHERE t.type = 'LiveStream';

CREATE VIEW er__sti_junction_fks.clip AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution, t.start_offset, t.end_offset
FROM sti_junction_fks.content AS t
WHERE t.type = 'Clip';

CREATE VIEW er__sti_junction_fks.channel AS
SELECT t.channel_id, t.name, t.description, t.created_at
FROM sti_junction_fks.channels AS t;

CREATE VIEW er__sti_junction_fks.tag AS
SELECT t.tag_id, t.name
FROM sti_junction_fks.tags AS t;

CREATE VIEW er__sti_junction_fks.consumer_account_watch_history_timestamps AS
SELECT t.account_id, t.watch_history_timestamp AS value
FROM sti_junction_fks.consumer_accounts_watch_history_timestamps AS t;

CREATE VIEW er__sti_junction_fks.subscriber_notification_preferences AS
SELECT t.account_id, t.notification_preference AS value
FROM sti_junction_fks.subscribers_notification_preferences AS t;

CREATE VIEW er__sti_junction_fks.content_quality_options AS
SELECT t.content_id, t.quality_option AS value
FROM sti_junction_fks.content_quality_options AS t;

CREATE VIEW er__sti_junction_fks.recorded_content_chapter_markers AS
SELECT t.content_id, t.chapter_marker AS value
FROM sti_junction_fks.recorded_content_chapter_markers AS t;

CREATE VIEW er__sti_junction_fks.tag_aliases AS
SELECT t.tag_id, t.alias AS value
FROM sti_junction_fks.tags_aliases AS t;

CREATE VIEW er__sti_junction_fks.produced_by AS
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM sti_junction_fks.content AS t
WHERE t.producer_id IS NOT NULL;

CREATE VIEW er__sti_junction_fks.hosted_by AS
SELECT t.content_id AS live_stream_content_id, t.host_id AS host_account_id
FROM sti_junction_fks.content AS t
WHERE t.host_id IS NOT NULL;

CREATE VIEW er__sti_junction_fks.derived_from AS
SELECT t.content_id AS clip_content_id, t.source_id AS source_content_id
FROM sti_junction_fks.content AS t
WHERE t.source_id IS NOT NULL;

CREATE VIEW er__sti_junction_fks.published_on AS
SELECT t.content_id AS content_content_id, t.channel_id AS channel_channel_id
FROM sti_junction_fks.content_published_on AS t;

CREATE VIEW er__sti_junction_fks.tagged_with AS
SELECT t.content_id AS content_content_id, t.tag_id AS tag_tag_id
FROM sti_junction_fks.content_tagged_with AS t;

CREATE VIEW er__sti_junction_fks.owns AS
SELECT t.owner_id AS owner_account_id, t.channel_id AS channel_channel_id
FROM sti_junction_fks.creator_accounts_owns AS t;

CREATE VIEW er__sti_junction_fks.viewed AS
SELECT t.viewer_id AS viewer_account_id, t.content_id AS content_content_id
FROM sti_junction_fks.consumer_accounts_viewed AS t;

CREATE VIEW er__sti_junction_fks.subscribes_to AS
SELECT t.subscriber_id AS subscriber_account_id, t.creator_id AS creator_account_id
FROM sti_junction_fks.subscribers_subscribes_to AS t;

CREATE VIEW er__sti_junction_fks.shared AS
SELECT t.sharer_id AS sharer_account_id, t.clip_id AS clip_content_id
FROM sti_junction_fks.accounts_shared AS t;
