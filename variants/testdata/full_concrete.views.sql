CREATE VIEW er__full_concrete.account AS
SELECT t.account_id, t.username, t.email, t.created_at
FROM full_concrete.accounts AS t
UNION ALL
SELECT t.account_id, t.username, t.email, t.created_at
FROM full_concrete.creator_accounts AS t
UNION ALL
SELECT t.account_id, t.username, t.email, t.created_at
FROM full_concrete.consumer_accounts AS t
UNION ALL
SELECT t.account_id, t.username, t.email, t.created_at
FROM full_concrete.streamers AS t
UNION ALL
SELECT t.account_id, t.username, t.email, t.created_at
FROM full_concrete.subscribers AS t;

CREATE VIEW er__full_concrete.creator_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified
FROM full_concrete.creator_accounts AS t
UNION ALL
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified
FROM full_concrete.streamers AS t;

CREATE VIEW er__full_concrete.consumer_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age
FROM full_concrete.consumer_accounts AS t
UNION ALL
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age
FROM full_concrete.subscribers AS t;

CREATE VIEW er__full_concrete.streamer AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified, t.platform, t.avg_viewers
FROM full_concrete.streamers AS t;

CREATE VIEW er__full_concrete.subscriber AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age, t.subscription_tier, t.active
FROM full_concrete.subscribers AS t;

CREATE VIEW er__full_concrete.content AS
SELECT t.content_id, t.title, t.created_at, t.duration
FROM full_concrete.content AS t
UNION ALL
SELECT t.content_id, t.title, t.created_at, t.duration
FROM full_concrete.live_content AS t
UNION ALL
SELECT t.content_id, t.title, t.created_at, t.duration
FROM full_concrete.recorded_content AS t
UNION ALL
SELECT t.content_id, t.title, t.created_at, t.duration
FROM full_concrete.live_streams AS t
UNION ALL
SELECT t.content_id, t.title, t.created_at, t.duration
FROM full_concrete.clips AS t;

CREATE VIEW er__full_concrete.live_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.scheduled_start, t.is_live
FROM full_concrete.live_content AS t
UNION ALL
SELECT t.content_id, t.title, t.created_at, t.duration, t.scheduled_start, t.is_live
FROM full_concrete.live_streams AS t;

CREATE VIEW er__full_concrete.recorded_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution
FROM full_concrete.recorded_content AS t
UNION ALL
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution
FROM full_concrete.clips AS t;

CREATE VIEW er__full_concrete.live_stream AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.scheduled_start, t.is_live, t.peak_viewers, t.chat_enabled
FROM full_concrete.live_streams AS t;

CREATE VIEW er__full_concrete.clip AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution, t.start_offset, t.end_offset
FROM full_concrete.clips AS t;

CREATE VIEW er__full_concrete.channel AS
SELECT t.channel_id, t.name, t.description, t.created_at
FROM full_concrete.channels AS t;

CREATE VIEW er__full_concrete.tag AS
SELECT t.tag_id, t.name
FROM full_concrete.tags AS t;

CREATE VIEW er__full_concrete.consumer_account_watch_history_timestamps AS
SELECT t.account_id, t.watch_history_timestamp AS value
FROM full_concrete.consumer_accounts_watch_history_timestamps AS t
UNION ALL
SELECT t.account_id, t.watch_history_timestamp AS value
FROM full_concrete.subscribers_watch_history_timestamps AS t;

CREATE VIEW er__full_concrete.subscriber_notification_preferences AS
SELECT t.account_id, t.notification_preference AS value
FROM full_concrete.subscribers_notification_preferences AS t;

CREATE VIEW er__full_concrete.content_quality_options AS
SELECT t.content_id, t.quality_option AS value
FROM full_concrete.content_quality_options AS t
UNION ALL
SELECT t.content_id, t.quality_option AS value
FROM full_concrete.live_content_quality_options AS t
UNION ALL
SELECT t.content_id, t.quality_option AS value
FROM full_concrete.recorded_content_quality_options AS t
UNION ALL
SELECT t.content_id, t.quality_option AS value
FROM full_concrete.live_streams_quality_options AS t
UNION ALL
SELECT t.content_id, t.quality_option AS value
FROM full_concrete.clips_quality_options AS t;

CREATE VIEW er__full_concrete.recorded_content_chapter_markers AS
SELECT t.content_id, t.chapter_marker AS value
FROM full_concrete.recorded_content_chapter_markers AS t
UNION ALL
SELECT t.content_id, t.chapter_marker AS value
FROM full_concrete.clips_chapter_markers AS t;

CREATE VIEW er__full_concrete.tag_aliases AS
SELECT t.tag_id, t.alias AS value
FROM full_concrete.tags_aliases AS t;

CREATE VIEW er__full_concrete.produced_by AS
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM full_concrete.content AS t
WHERE t.producer_id IS NOT NULL
UNION ALL
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM full_concrete.live_content AS t
WHERE t.producer_id IS NOT NULL
UNION ALL
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM full_concrete.recorded_content AS t
WHERE t.producer_id IS NOT NULL
UNION ALL
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM full_concrete.live_streams AS t
WHERE t.producer_id IS NOT NULL
UNION ALL
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM full_concrete.clips AS t
WHERE t.producer_id IS NOT NULL;

CREATE VIEW er__full_concrete.hosted_by AS
SELECT t.content_id AS live_stream_content_id, t.host_id AS host_account_id
FROM full_concrete.live_streams AS t
WHERE t.host_id IS NOT NULL;

CREATE VIEW er__full_concrete.derived_from AS
SELECT t.content_id AS clip_content_id, t.source_id AS source_content_id
FROM full_concrete.clips AS t
WHERE t.source_id IS NOT NULL;

CREATE VIEW er__full_concrete.published_on AS
SELECT t.content_id AS content_content_id, t.channel_id AS channel_channel_id
FROM full_concrete.content_published_on AS t;

CREATE VIEW er__full_concrete.tagged_with AS
SELECT t.content_id AS content_content_id, t.tag_id AS tag_tag_id
FROM full_concrete.content_tagged_with AS t;

CREATE VIEW er__full_concrete.owns AS
SELECT t.owner_id AS owner_account_id, t.channel_id AS channel_channel_id
FROM full_concrete.creator_accounts_owns AS t;

CREATE VIEW er__full_concrete.viewed AS
SELECT t.viewer_id AS viewer_account_id, t.content_id AS content_content_id
FROM full_concrete.consumer_accounts_viewed AS t;

CREATE VIEW er__full_concrete.subscribes_to AS
SELECT t.subscriber_id AS subscriber_account_id, t.creator_id AS creator_account_id
FROM full_concrete.subscribers_subscribes_to AS t;

CREATE VIEW er__full_concrete.shared AS
SELECT t.sharer_id AS sharer_account_id, t.clip_id AS clip_content_id
FROM full_concrete.accounts_shared AS t;
