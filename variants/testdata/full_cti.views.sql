CREATE VIEW er__full_cti.account AS
SELECT t.account_id, t.username, t.email, t.created_at
FROM full_cti.accounts AS t;

CREATE VIEW er__full_cti.creator_account AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t.bio, t.verified
FROM full_cti.creator_accounts AS t
LEFT JOIN full_cti.accounts AS t1 ON t1.account_id = t.account_id;

CREATE VIEW er__full_cti.consumer_account AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t.preferences, t.age
FROM full_cti.consumer_accounts AS t
LEFT JOIN full_cti.accounts AS t1 ON t1.account_id = t.account_id;

CREATE VIEW er__full_cti.streamer AS
SELECT t.account_id, t2.username, t2.email, t2.created_at, t1.bio, t1.verified, t.platform, t.avg_viewers
FROM full_cti.streamers AS t
LEFT JOIN full_cti.creator_accounts AS t1 ON t1.account_id = t.account_id
LEFT JOIN full_cti.accounts AS t2 ON t2.account_id = t.account_id;

CREATE VIEW er__full_cti.subscriber AS
SELECT t.account_id, t2.username, t2.email, t2.created_at, t1.preferences, t1.age, t.subscription_tier, t.active
FROM full_cti.subscribers AS t
LEFT JOIN full_cti.consumer_accounts AS t1 ON t1.account_id = t.account_id
LEFT JOIN full_cti.accounts AS t2 ON t2.account_id = t.account_id;

CREATE VIEW er__full_cti.content AS
SELECT t.content_id, t.title, t.created_at, t.duration
FROM full_cti.content AS t;

CREATE VIEW er__full_cti.live_content AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.scheduled_start, t.is_live
FROM full_cti.live_content AS t
LEFT JOIN full_cti.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__full_cti.recorded_content AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.file_size_mb, t.resolution
FROM full_cti.recorded_content AS t
LEFT JOIN full_cti.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__full_cti.live_stream AS
SELECT t.content_id, t2.title, t2.created_at, t2.duration, t1.scheduled_start, t1.is_live, t.peak_viewers, t.chat_enabled
FROM full_cti.live_streams AS t
LEFT JOIN full_cti.live_content AS t1 ON t1.content_id = t.content_id
LEFT JOIN full_cti.content AS t2 ON t2.content_id = t.content_id;

CREATE VIEW er__full_cti.clip AS
SELECT t.content_id, t2.title, t2.created_at, t2.duration, t1.file_size_mb, t1.resolution, t.start_offset, t.end_offset
FROM full_cti.clips AS t
LEFT JOIN full_cti.recorded_content AS t1 ON t1.content_id = t.content_id
LEFT JOIN full_cti.content AS t2 ON t2.content_id = t.content_id;

CREATE VIEW er__full_cti.channel AS
SELECT t.channel_id, t.name, t.description, t.created_at
FROM full_cti.channels AS t;

CREATE VIEW er__full_cti.tag AS
SELECT t.tag_id, t.name
FROM full_cti.tags AS t;

CREATE VIEW er__full_cti.consumer_account_watch_history_timestamps AS
SELECT t.account_id, t.watch_history_timestamp AS value
FROM full_cti.consumer_accounts_watch_history_timestamps AS t;

CREATE VIEW er__full_cti.subscriber_notification_preferences AS
SELECT t.account_id, t.notification_preference AS value
FROM full_cti.subscribers_notification_preferences AS t;

CREATE VIEW er__full_cti.content_quality_options AS
SELECT t.content_id, t.quality_option AS value
FROM full_cti.content_quality_options AS t;

CREATE VIEW er__full_cti.recorded_content_chapter_markers AS
SELECT t.content_id, t.chapter_marker AS value
FROM full_cti.recorded_content_chapter_markers AS t;

CREATE VIEW er__full_cti.tag_aliases AS
SELECT t.tag_id, t.alias AS value
FROM full_cti.tags_aliases AS t;

CREATE VIEW er__full_cti.produced_by AS
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM full_cti.content AS t
WHERE t.producer_id IS NOT NULL;

CREATE VIEW er__full_cti.hosted_by AS
SELECT t.content_id AS live_stream_content_id, t.host_id AS host_account_id
FROM full_cti.live_streams AS t
WHERE t.host_id IS NOT NULL;

CREATE VIEW er__full_cti.derived_from AS
SELECT t.content_id AS clip_content_id, t.source_id AS source_content_id
FROM full_cti.clips AS t
WHERE t.source_id IS NOT NULL;

CREATE VIEW er__full_cti.published_on AS
SELECT t.content_id AS content_content_id, t.channel_id AS channel_channel_id
FROM full_cti.content_published_on AS t;

CREATE VIEW er__full_cti.tagged_with AS
SELECT t.content_id AS content_content_id, t.tag_id AS tag_tag_id
FROM full_cti.content_tagged_with AS t;

CREATE VIEW er__full_cti.owns AS
SELECT t.owner_id AS owner_account_id, t.channel_id AS channel_channel_id
FROM full_cti.creator_accounts_owns AS t;

CREATE VIEW er__full_cti.viewed AS
SELECT t.viewer_id AS viewer_account_id, t.content_id AS content_content_id
FROM full_cti.consumer_accounts_viewed AS t;

CREATE VIEW er__full_cti.subscribes_to AS
SELECT t.subscriber_id AS subscriber_account_id, t.creator_id AS creator_account_id
FROM full_cti.subscribers_subscribes_to AS t;

CREATE VIEW er__full_cti.shared AS
SELECT t.sharer_id AS sharer_account_id, t.clip_id AS clip_content_id
FROM full_cti.accounts_shared AS t;
