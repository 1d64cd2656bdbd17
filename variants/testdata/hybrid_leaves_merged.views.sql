CREATE VIEW er__hybrid_leaves_merged.account AS
SELECT t.account_id, t.username, t.email, t.created_at
FROM hybrid_leaves_merged.accounts AS t;

CREATE VIEW er__hybrid_leaves_merged.creator_account AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t.bio, t.verified
FROM hybrid_leaves_merged.creator_accounts AS t
LEFT JOIN hybrid_leaves_merged.accounts AS t1 ON t1.account_id = t.account_id;

CREATE VIEW er__hybrid_leaves_merged.consumer_account AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t.preferences, t.age
FROM hybrid_leaves_merged.consumer_accounts AS t
LEFT JOIN hybrid_leaves_merged.accounts AS t1 ON t1.account_id = t.account_id;

CREATE VIEW er__hybrid_leaves_merged.streamer AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t.bio, t.verified, t.platform, t.avg_viewers
FROM hybrid_leaves_merged.creator_accounts AS t
LEFT JOIN hybrid_leaves_merged.accounts AS t1 ON t1.account_id = t.account_id
WHERE t.type = 'Streamer';

CREATE VIEW er__hybrid_leaves_merged.subscriber AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t.preferences, t.age, t.subscription_tier, t.active
FROM hybrid_leaves_merged.consumer_accounts AS t
LEFT JOIN hybrid_leaves_merged.accounts AS t1 ON t1.account_id = t.account_id
WHERE t.type = 'Subscriber';

CREATE VIEW er__hybrid_leaves_merged.content AS
SELECT t.content_id, t.title, t.created_at, t.duration
FROM hybrid_leaves_merged.content AS t;

CREATE VIEW er__hybrid_leaves_merged.live_content AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.scheduled_start, t.is_live
FROM hybrid_leaves_merged.live_content AS t
LEFT JOIN hybrid_leaves_merged.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__hybrid_leaves_merged.recorded_content AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.file_size_mb, t.resolution
FROM hybrid_leaves_merged.recorded_content AS t
LEFT JOIN hybrid_leaves_merged.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__hybrid_leaves_merged.live_stream AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.scheduled_start, t.is_live, t.peak_viewers, t.chat_enabled
FROM hybrid_leaves_merged.live_content AS t
LEFT JOIN hybrid_leaves_merged.content AS t1 ON t1.content_id = t.content_id
WHERE t.type = 'LiveStream';

CREATE VIEW er__hybrid_leaves_merged.clip AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.file_size_mb, t.resolution, t.start_offset, t.end_offset
FROM hybrid_leaves_merged.recorded_content AS t
LEFT JOIN hybrid_leaves_merged.content AS t1 ON t1.content_id = t.content_id
WHERE t.type = 'Clip';

CREATE VIEW er__hybrid_leaves_merged.channel AS
SELECT t.channel_id, t.name, t.description, t.created_at
FROM hybrid_leaves_merged.channels AS t;

CREATE VIEW er__hybrid_leaves_merged.tag AS
SELECT t.tag_id, t.name
FROM hybrid_leaves_merged.tags AS t;

CREATE VIEW er__hybrid_leaves_merged.consumer_account_watch_history_timestamps AS
SELECT t.account_id, t.watch_history_timestamp AS value
FROM hybrid_leaves_merged.consumer_accounts_watch_history_timestamps AS t;

CREATE VIEW er__hybrid_leaves_merged.subscriber_notification_preferences AS
SELECT t.account_id, e.value
FROM hybrid_leaves_merged.consumer_accounts AS t
CROSS JOIN LATERAL unnest(t.notification_preferences) AS e(value);

CREATE VIEW er__hybrid_leaves_merged.content_quality_options AS
SELECT t.content_id, e.value
FROM hybrid_leaves_merged.content AS t
CROSS JOIN LATERAL unnest(t.quality_options) AS e(value);

CREATE VIEW er__hybrid_leaves_merged.recorded_content_chapter_markers AS
SELECT t.content_id, t.chapter_marker AS value
FROM hybrid_leaves_merged.recorded_content_chapter_markers AS t;

CREATE VIEW er__hybrid_leaves_merged.tag_aliases AS
SELECT t.tag_id, e.value
FROM hybrid_leaves_merged.tags AS t
CROSS JOIN LATERAL unnest(t.aliases) AS e(value);

CREATE VIEW er__hybrid_leaves_merged.produced_by AS
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM hybrid_leaves_merged.content AS t
WHERE t.producer_id IS NOT NULL;

CREATE VIEW er__hybrid_leaves_merged.hosted_by AS
SELECT t.content_id AS live_stream_content_id, t.host_id AS host_account_id
FROM hybrid_leaves_merged.live_content AS t
WHERE t.host_id IS NOT NULL;

CREATE VIEW er__hybrid_leaves_merged.derived_from AS
SELECT t.content_id AS clip_content_id, t.source_id AS source_content_id
FROM hybrid_leaves_merged.recorded_content AS t
WHERE t.source_id IS NOT NULL;

CREATE VIEW er__hybrid_leaves_merged.published_on AS
SELECT t.content_id AS content_content_id, t.channel_id AS channel_channel_id
FROM hybrid_leaves_merged.content_published_on AS t;

CREATE VIEW er__hybrid_leaves_merged.tagged_with AS
SELECT t.content_id AS content_content_id, t.tag_id AS tag_tag_id
FROM hybrid_leaves_merged.content_tagged_with AS t;

CREATE VIEW er__hybrid_leaves_merged.owns AS
SELECT t.owner_id AS owner_account_id, t.channel_id AS channel_channel_id
FROM hybrid_leaves_merged.creator_accounts_owns AS t;

CREATE VIEW er__hybrid_leaves_merged.viewed AS
SELECT t.viewer_id AS viewer_account_id, t.content_id AS content_content_id
FROM hybrid_leaves_merged.consumer_accounts_viewed AS t;

CREATE VIEW er__hybrid_leaves_merged.subscribes_to AS
SELECT t.subscriber_id AS subscriber_account_id, t.creator_id AS creator_account_id
FROM hybrid_leaves_merged.subscribers_subscribes_to AS t;

CREATE VIEW er__hybrid_leaves_merged.shared AS
SELECT t.sharer_id AS sharer_account_id, t.clip_id AS clip_content_id
FROM hybrid_leaves_merged.accounts_shared AS t;
