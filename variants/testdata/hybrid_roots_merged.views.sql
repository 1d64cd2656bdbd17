CREATE VIEW er__hybrid_roots_merged.account AS
SELECT t.account_id, t.username, t.email, t.created_at
FROM hybrid_roots_merged.accounts AS t;

CREATE VIEW er__hybrid_roots_merged.creator_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified
FROM hybrid_roots_merged.accounts AS t
WHERE t.type = 'CreatorAccount';

CREATE VIEW er__hybrid_roots_merged.consumer_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age
FROM hybrid_roots_merged.accounts AS t
WHERE t.type = 'ConsumerAccount';

CREATE VIEW er__hybrid_roots_merged.streamer AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t1.bio, t1.verified, t.platform, t.avg_viewers
FROM hybrid_roots_merged.streamers AS t
LEFT JOIN hybrid_roots_merged.accounts AS t1 ON t1.account_id = t.account_id;

CREATE VIEW er__hybrid_roots_merged.subscriber AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t1.preferences, t1.age, t.subscription_tier, t.active
FROM hybrid_roots_merged.subscribers AS t
LEFT JOIN hybrid_roots_merged.accounts AS t1 ON t1.account_id = t.account_id;

CREATE VIEW er__hybrid_roots_merged.content AS
SELECT t.content_id, t.title, t.created_at, t.duration
FROM hybrid_roots_merged.content AS t;

CREATE VIEW er__hybrid_roots_merged.live_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.scheduled_start, t.is_live
FROM hybrid_roots_merged.content AS t
WHERE t.type = 'LiveContent';

CREATE VIEW er__hybrid_roots_merged.recorded_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution
FROM hybrid_roots_merged.content AS t
WHERE t.type = 'RecordedContent';

CREATE VIEW er__hybrid_roots_merged.live_stream AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t1.scheduled_start, t1.is_live, t.peak_viewers, t.chat_enabled
FROM hybrid_roots_merged.live_streams AS t
LEFT JOIN hybrid_roots_merged.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__hybrid_roots_merged.clip AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t1.file_size_mb, t1.resolution, t.start_offset, t.end_offset
FROM hybrid_roots_merged.clips AS t
LEFT JOIN hybrid_roots_merged.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__hybrid_roots_merged.channel AS
SELECT t.channel_id, t.name, t.description, t.created_at
FROM hybrid_roots_merged.channels AS t;

CREATE VIEW er__hybrid_roots_merged.tag AS
SELECT t.tag_id, t.name
FROM hybrid_roots_merged.tags AS t;

CREATE VIEW er__hybrid_roots_merged.consumer_account_watch_history_timestamps AS
SELECT t.account_id, t.watch_history_timestamp AS value
FROM hybrid_roots_merged.consumer_accounts_watch_history_timestamps AS t;

CREATE VIEW er__hybrid_roots_merged.subscriber_notification_preferences AS
SELECT t.account_id, e.value
FROM hybrid_roots_merged.subscribers AS t
CROSS JOIN LATERAL unnest(t.notification_preferences) AS e(value);

CREATE VIEW er__hybrid_roots_merged.content_quality_options AS
SELECT t.content_id, e.value
FROM hybrid_roots_merged.content AS t
CROSS JOIN LATERAL unnest(t.quality_options) AS e(value);

CREATE VIEW er__hybrid_roots_merged.recorded_content_chapter_markers AS
SELECT t.content_id, t.chapter_marker AS value
FROM hybrid_roots_merged.recorded_content_chapter_markers AS t;

CREATE VIEW er__hybrid_roots_merged.tag_aliases AS
SELECT t.tag_id, e.value
FROM hybrid_roots_merged.tags AS t
CROSS JOIN LATERAL unnest(t.aliases) AS e(value);

CREATE VIEW er__hybrid_roots_merged.produced_by AS
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM hybrid_roots_merged.content AS t
WHERE t.producer_id IS NOT NULL;

CREATE VIEW er__hybrid_roots_merged.hosted_by AS
SELECT t.content_id AS live_stream_content_id, t.host_id AS host_account_id
FROM hybrid_roots_merged.live_streams AS t
WHERE t.host_id IS NOT NULL;

CREATE VIEW er__hybrid_roots_merged.derived_from AS
SELECT t.content_id AS clip_content_id, t.source_id AS source_content_id
FROM hybrid_roots_merged.clips AS t
WHERE t.source_id IS NOT NULL;

CREATE VIEW er__hybrid_roots_merged.published_on AS
SELECT t.content_id AS content_content_id, t.channel_id AS channel_channel_id
FROM hybrid_roots_merged.content_published_on AS t;

CREATE VIEW er__hybrid_roots_merged.tagged_with AS
SELECT t.content_id AS content_content_id, t.tag_id AS tag_tag_id
FROM hybrid_roots_merged.content_tagged_with AS t;

CREATE VIEW er__hybrid_roots_merged.owns AS
SELECT t.owner_id AS owner_account_id, t.channel_id AS channel_channel_id
FROM hybrid_roots_merged.creator_accounts_owns AS t;

CREATE VIEW er__hybrid_roots_merged.viewed AS
SELECT t.viewer_id AS viewer_account_id, t.content_id AS content_content_id
FROM hybrid_roots_merged.consumer_accounts_viewed AS t;

CREATE VIEW er__hybrid_roots_merged.subscribes_to AS
SELECT t.subscriber_id AS subscriber_account_id, t.creator_id AS creator_account_id
FROM hybrid_roots_merged.subscribers_subscribes_to AS t;

CREATE VIEW er__hybrid_roots_merged.shared AS
SELECT t.sharer_id AS sharer_account_id, t.clip_id AS clip_content_id
FROM hybrid_roots_merged.accounts_shared AS t;
