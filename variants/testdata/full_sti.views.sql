CREATE VIEW er__full_sti.account AS
SELECT t.account_id, t.username, t.email, t.created_at
FROM full_sti.accounts AS t;

CREATE VIEW er__full_sti.creator_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified
FROM full_sti.accounts AS t
WHERE t.type IN ('CreatorAccount', 'Streamer');

CREATE VIEW er__full_sti.consumer_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age
FROM full_sti.accounts AS t
WHERE t.type IN ('ConsumerAccount', 'Subscriber');

CREATE VIEW er__full_sti.streamer AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified, t.platform, t.avg_viewers
FROM full_sti.accounts AS t
WHERE t.type = 'Streamer';

CREATE VIEW er__full_sti.subscriber AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age, t.subscription_tier, t.active
FROM full_sti.accounts AS t
WHERE t.type = 'Subscriber';

CREATE VIEW er__full_sti.content AS
SELECT t.content_id, t.title, t.created_at, t.duration
FROM full_sti.content AS t;

CREATE VIEW er__full_sti.live_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.scheduled_start, t.is_live
FROM full_sti.content AS t
WHERE t.type IN ('LiveContent', 'LiveStream');

CREATE VIEW er__full_sti.recorded_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution
FROM full_sti.content AS t
WHERE t.type IN ('RecordedContent', 'Clip');

CREATE VIEW er__full_sti.live_stream AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.scheduled_start, t.is_live, t.peak_viewers, t.chat_enabled
FROM full_sti.content AS t
WHERE t.type = 'LiveStream';

CREATE VIEW er__full_sti.clip AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution, t.start_offset, t.end_offset
FROM full_sti.content AS t
WHERE t.type = 'Clip';

CREATE VIEW er__full_sti.channel AS
SELECT t.channel_id, t.name, t.description, t.created_at
FROM full_sti.channels AS t;

CREATE VIEW er__full_sti.tag AS
SELECT t.tag_id, t.name
FROM full_sti.tags AS t;

CREATE VIEW er__full_sti.consumer_account_watch_history_timestamps AS
SELECT t.account_id, e.value::timestamp with time zone AS value
FROM full_sti.accounts AS t
CROSS JOIN LATERAL jsonb_array_elements_text(t.watch_history_timestamps) AS e(value);

CREATE VIEW er__full_sti.subscriber_notification_preferences AS
SELECT t.account_id, e.value
FROM full_sti.accounts AS t
CROSS JOIN LATERAL unnest(t.notification_preferences) AS e(value);

CREATE VIEW er__full_sti.content_quality_options AS
SELECT t.content_id, e.value
FROM full_sti.content AS t
CROSS JOIN LATERAL unnest(t.quality_options) AS e(value);

CREATE VIEW er__full_sti.recorded_content_chapter_markers AS
SELECT t.content_id, e.value::integer AS value
FROM full_sti.content AS t
CROSS JOIN LATERAL jsonb_array_elements_text(t.chapter_markers) AS e(value);

CREATE VIEW er__full_sti.tag_aliases AS
SELECT t.tag_id, e.value
FROM full_sti.tags AS t
CROSS JOIN LATERAL unnest(t.aliases) AS e(value);

CREATE VIEW er__full_sti.produced_by AS
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM full_sti.content AS t
WHERE t.producer_id IS NOT NULL;

CREATE VIEW er__full_sti.hosted_by AS
SELECT t.content_id AS live_stream_content_id, t.host_id AS host_account_id
FROM full_sti.content AS t
WHERE t.host_id IS NOT NULL;

CREATE VIEW er__full_sti.derived_from AS
SELECT t.content_id AS clip_content_id, t.source_id AS source_content_id
FROM full_sti.content AS t
WHERE t.source_id IS NOT NULL;

CREATE VIEW er__full_sti.published_on AS
SELECT t.content_id AS content_content_id, t.channel_id AS channel_channel_id
FROM full_sti.content_published_on AS t;

CREATE VIEW er__full_sti.tagged_with AS
SELECT t.content_id AS content_content_id, t.tag_id AS tag_tag_id
FROM full_sti.content_tagged_with AS t;

CREATE VIEW er__full_sti.owns AS
SELECT t.owner_id AS owner_account_id, t.channel_id AS channel_channel_id
FROM full_sti.creator_accounts_owns AS t;

CREATE VIEW er__full_sti.viewed AS
SELECT t.viewer_id AS viewer_account_id, t.content_id AS content_content_id
FROM full_sti.consumer_accounts_viewed AS t;

CREATE VIEW er__full_sti.subscribes_to AS
SELECT t.subscriber_id AS subscriber_account_id, t.creator_id AS creator_account_id
FROM full_sti.subscribers_subscribes_to AS t;

CREATE VIEW er__full_sti.shared AS
SELECT t.sharer_id AS sharer_account_id, t.clip_id AS clip_content_id
FROM full_sti.accounts_shared AS t;
