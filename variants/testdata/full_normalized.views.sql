CREATE VIEW er__full_normalized.account AS
SELECT t.account_id, t.username, t.email, t.created_at
FROM full_normalized.accounts AS t;

CREATE VIEW er__full_normalized.creator_account AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t.bio, t.verified
FROM full_normalized.creator_accounts AS t
LEFT JOIN full_normalized.accounts AS t1 ON t1.account_id = t.account_id;

CREATE VIEW er__full_normalized.consumer_account AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t.preferences, t.age
FROM full_normalized.consumer_accounts AS t
LEFT JOIN full_normalized.accounts AS t1 ON t1.account_id = t.account_id;

CREATE VIEW er__full_normalized.streamer AS
SELECT t.account_id, t2.username, t2.email, t2.created_at, t1.bio, t1.verified, t.platform, t.avg_viewers
FROM full_normalized.streamers AS t
LEFT JOIN full_normalized.creator_accounts AS t1 ON t1.account_id = t.account_id
LEFT JOIN full_normalized.accounts AS t2 ON t2.account_id = t.account_id;

CREATE VIEW er__full_normalized.subscriber AS
SELECT t.account_id, t2.username, t2.email, t2.created_at, t1.preferences, t1.age, t.subscription_tier, t.active
FROM full_normalized.subscribers AS t
LEFT JOIN full_normalized.consumer_accounts AS t1 ON t1.account_id = t.account_id
LEFT JOIN full_normalized.accounts AS t2 ON t2.account_id = t.account_id;

CREATE VIEW er__full_normalized.content AS
SELECT t.content_id, t.title, t.created_at, t.duration
FROM full_normalized.content AS t;

CREATE VIEW er__full_normalized.live_content AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.scheduled_start, t.is_live
FROM full_normalized.live_content AS t
LEFT JOIN full_normalized.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__full_normalized.recorded_content AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.file_size_mb, t.resolution
FROM full_normalized.recorded_content AS t
LEFT JOIN full_normalized.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__full_normalized.live_stream AS
SELECT t.content_id, t2.title, t2.created_at, t2.duration, t1.scheduled_start, t1.is_live, t.peak_viewers, t.chat_enabled
FROM full_normalized.live_streams AS t
LEFT JOIN full_normalized.live_content AS t1 ON t1.content_id = t.content_id
LEFT JOIN full_normalized.content AS t2 ON t2.content_id = t.content_id;

CREATE VIEW er__full_normalized.clip AS
SELECT t.content_id, t2.title, t2.created_at, t2.duration, t1.file_size_mb, t1.resolution, t.start_offset, t.end_offset
FROM full_normalized.clips AS t
LEFT JOIN full_normalized.recorded_content AS t1 ON t1.content_id = t.content_id
LEFT JOIN full_normalized.content AS t2 ON t2.content_id = t.content_id;

CREATE VIEW er__full_normalized.channel AS
SELECT t.channel_id, t.name, t.description, t.created_at
FROM full_normalized.channels AS t;

CREATE VIEW er__full_normalized.tag AS
SELECT t.tag_id, t.name
FROM full_normalized.tags AS t;

CREATE VIEW er__full_normalized.consumer_account_watch_history_timestamps AS
SELECT t.account_id, t.watch_history_timestamp AS value
FROM full_normalized.consumer_accounts_watch_history_timestamps AS t;

CREATE VIEW er__full_normalized.subscriber_notification_preferences AS
SELECT t.account_id, t.notification_preference AS value
FROM full_normalized.subscribers_notification_preferences AS t;

CREATE VIEW er__full_normalized.content_quality_options AS
SELECT t.content_id, t.quality_option AS value
FROM full_normalized.content_quality_options AS t;

CREATE VIEW er__full_normalized.recorded_content_chapter_markers AS
SELECT t.content_id, t.chapter_marker AS value
FROM full_normalized.recorded_content_chapter_markers AS t;

CREATE VIEW er__full_normalized.tag_aliases AS
SELECT t.tag_id, t.alias AS value
FROM full_normalized.tags_aliases AS t;

CREATE VIEW er__full_normalized.produced_by AS
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM full_normalized.content_produced_by_ref AS t;

CREATE VIEW er__full_normalized.hosted_by AS
SELECT t.live_stream_id AS live_stream_content_id, t.host_id AS host_account_id
FROM full_normalized.live_streams_hosted_by_ref AS t;

CREATE VIEW er__full_normalized.derived_from AS
SELECT t.clip_id AS clip_content_id, t.source_id AS source_content_id
FROM full_normalized.clips_derived_from_ref AS t;

CREATE VIEW er__full_normalized.published_on AS
SELECT t.content_id AS content_content_id, t.channel_id AS channel_channel_id
FROM full_normalized.content_published_on AS t;

CREATE VIEW er__full_normalized.tagged_with AS
SELECT t.content_id AS content_content_id, t.tag_id AS tag_tag_id
FROM full_normalized.content_tagged_with AS t;

CREATE VIEW er__full_normalized.owns AS
SELECT t.owner_id AS owner_account_id, t.channel_id AS channel_channel_id
FROM full_normalized.creator_accounts_owns AS t;

CREATE VIEW er__full_normalized.viewed AS
SELECT t.viewer_id AS viewer_account_id, t.content_id AS content_content_id
FROM full_normalized.consumer_accounts_viewed AS t;

CREATE VIEW er__full_normalized.subscribes_to AS
SELECT t.subscriber_id AS subscriber_account_id, t.creator_id AS creator_account_id
FROM full_normalized.subscribers_subscribes_to AS t;

CREATE VIEW er__full_normalized.shared AS
SELECT t.sharer_id AS sharer_account_id, t.clip_id AS clip_content_id
FROM full_normalized.accounts_shared AS t;
