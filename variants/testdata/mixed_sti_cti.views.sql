CREATE VIEW er__mixed_sti_cti.account AS
SELECT t.account_id, t.username, t.email, t.created_at
FROM mixed_sti_cti.accounts AS t;

CREATE VIEW er__mixed_sti_cti.creator_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified
FROM mixed_sti_cti.accounts AS t
WHERE t.type IN ('CreatorAccount', 'Streamer');

CREATE VIEW er__mixed_sti_cti.consumer_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age
FROM mixed_sti_cti.accounts AS t
WHERE t.type IN ('ConsumerAccount', 'Subscriber');

CREATE VIEW er__mixed_sti_cti.streamer AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified, t.platform, t.avg_viewers
FROM mixed_sti_cti.accounts AS t
WHERE t.type = 'Streamer';

CREATE VIEW er__mixed_sti_cti.subscriber AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age, t.subscription_tier, t.active
FROM mixed_sti_cti.accounts AS t
WHERE t.type = 'Subscriber';

CREATE VIEW er__mixed_sti_cti.content AS
SELECT t.content_id, t.title, t.created_at, t.duration
FROM mixed_sti_cti.content AS t;

CREATE VIEW er__mixed_sti_cti.live_content AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.scheduled_start, t.is_live
FROM mixed_sti_cti.live_content AS t
LEFT JOIN mixed_sti_cti.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__mixed_sti_cti.recorded_content AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.file_size_mb, t.resolution
FROM mixed_sti_cti.recorded_content AS t
LEFT JOIN mixed_sti_cti.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__mixed_sti_cti.live_stream AS
SELECT t.content_id, t2.title, t2.created_at, t2.duration, t1.scheduled_start, t1.is_live, t.peak_viewers, t.chat_enabled
FROM mixed_sti_cti.live_streams AS t
LEFT JOIN mixed_sti_cti.live_content AS t1 ON t1.content_id = t.content_id
LEFT JOIN mixed_sti_cti.content AS t2 ON t2.content_id = t.content_id;

CREATE VIEW er__mixed_sti_cti.clip AS
SELECT t.content_id, t2.title, t2.created_at, t2.duration, t1.file_size_mb, t1.resolution, t.start_offset, t.end_offset
FROM mixed_sti_cti.clips AS t
LEFT JOIN mixed_sti_cti.recorded_content AS t1 ON t1.content_id = t.content_id
LEFT JOIN mixed_sti_cti.content AS t2 ON t2.content_id = t.content_id;

CREATE VIEW er__mixed_sti_cti.channel AS
SELECT t.channel_id, t.name, t.description, t.created_at
FROM mixed_sti_cti.channels AS t;

CREATE VIEW er__mixed_sti_cti.tag AS
SELECT t.tag_id, t.name
FROM mixed_sti_cti.tags AS t;

CREATE VIEW er__mixed_sti_cti.consumer_account_watch_history_timestamps AS
SELECT t.account_id, t.watch_history_timestamp AS value
FROM mixed_sti_cti.consumer_accounts_watch_history_timestamps AS t;

CREATE VIEW er__mixed_sti_cti.subscriber_notification_preferences AS
SELECT t.account_id, e.value
FROM mixed_sti_cti.accounts AS t
CROSS JOIN LATERAL unnest(t.notification_preferences) AS e(value);

CREATE VIEW er__mixed_sti_cti.content_quality_options AS
SELECT t.content_id, e.value
FROM mixed_sti_cti.content AS t
CROSS JOIN LATERAL unnest(t.quality_options) AS e(value);

CREATE VIEW er__mixed_sti_cti.recorded_content_chapter_markers AS
SELECT t.content_id, t.chapter_marker AS value
FROM mixed_sti_cti.recorded_content_chapter_markers AS t;

CREATE VIEW er__mixed_sti_cti.tag_aliases AS
SELECT t.tag_id, e.value
FROM mixed_sti_cti.tags AS t
CROSS JOIN LATERAL unnest(t.aliases) AS e(value);

CREATE VIEW er__mixed_sti_cti.produced_by AS
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM mixed_sti_cti.content AS t
WHERE t.producer_id IS NOT NULL;

CREATE VIEW er__mixed_sti_cti.hosted_by AS
SELECT t.content_id AS live_stream_content_id, t.host_id AS host_account_id
FROM mixed_sti_cti.live_streams AS t
WHERE t.host_id IS NOT NULL;

CREATE VIEW er__mixed_sti_cti.derived_from AS
SELECT t.content_id AS clip_content_id, t.source_id AS source_content_id
FROM mixed_sti_cti.clips AS t
WHERE t.source_id IS NOT NULL;

CREATE VIEW er__mixed_sti_cti.published_on AS
SELECT t.content_id AS content_content_id, t.channel_id AS channel_channel_id
FROM mixed_sti_cti.content_published_on AS t;

CREATE VIEW er__mixed_sti_cti.tagged_with AS
SELECT t.content_id AS content_content_id, t.tag_id AS tag_tag_id
FROM mixed_sti_cti.content_tagged_with AS t;

CREATE VIEW er__mixed_sti_cti.owns AS
SELECT t.owner_id AS owner_account_id, t.channel_id AS channel_channel_id
FROM mixed_sti_cti.creator_accounts_owns AS t;

CREATE VIEW er__mixed_sti_cti.viewed AS
SELECT t.viewer_id AS viewer_account_id, t.content_id AS content_content_id
FROM mixed_sti_cti.consumer_accounts_viewed AS t;

CREATE VIEW er__mixed_sti_cti.subscribes_to AS
SELECT t.subscriber_id AS subscriber_account_id, t.creator_id AS creator_account_id
FROM mixed_sti_cti.subscribers_subscribes_to AS t;

CREATE VIEW er__mixed_sti_cti.shared AS
SELECT t.sharer_id AS sharer_account_id, t.clip_id AS clip_content_id
FROM mixed_sti_cti.accounts_shared AS t;
