-- q01: Who are the 50 creators that own the largest number of channels?
SELECT owner_id AS account_id
FROM creator_accounts_owns
GROUP BY owner_id
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- q02: For each creator, how many total pieces of content have they produced?
SELECT c.account_id, count(p.content_id) AS n
FROM accounts AS c
    LEFT JOIN content AS p ON p.producer_id = c.account_id
WHERE c.type IN ('CreatorAccount', 'Streamer')
GROUP BY c.account_id
ORDER BY c.account_id;

-- q03: Who are the 50 streamers that have hosted the most live streams?
SELECT host_id AS account_id
FROM content
WHERE host_id IS NOT NULL
GROUP BY host_id
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- q04: How many clips were derived from each live stream?
SELECT l.content_id, count(d.content_id) AS n
FROM content AS l
    LEFT JOIN content AS d ON d.source_id = l.content_id
WHERE l.type = 'LiveStream'
GROUP BY l.content_id
ORDER BY l.content_id;

-- q05: Who are the top 50 creators that have the largest number of subscribers?
SELECT creator_id AS account_id
FROM subscribers_subscribes_to
GROUP BY creator_id
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- q06: For each subscriber, how many different creators are they subscribed to?
SELECT s.account_id, count(x.creator_id) AS n
FROM accounts AS s
    LEFT JOIN subscribers_subscribes_to AS x ON x.subscriber_id = s.account_id
WHERE s.type = 'Subscriber'
GROUP BY s.account_id
ORDER BY s.account_id;

-- q07: Which 50 channels have published the most content items?
SELECT channel_id
FROM content_published_on
GROUP BY channel_id
ORDER BY count(*) DESC, channel_id
LIMIT 50;

-- q08: How many clips has each account shared?
SELECT a.account_id, count(s.clip_id) AS n
FROM accounts AS a
    LEFT JOIN accounts_shared AS s ON s.sharer_id = a.account_id
GROUP BY a.account_id
ORDER BY a.account_id;

-- q09: What are the 50 tags that are used on the largest number of content items?
SELECT tag_id
FROM content_tagged_with
GROUP BY tag_id
ORDER BY count(*) DESC, tag_id
LIMIT 50;

-- q10: For each creator, how many times has content they produced been viewed by consumer accounts
SELECT c.account_id, count(v.viewer_id) AS n
FROM accounts AS c
    LEFT JOIN content AS p ON p.producer_id = c.account_id
    LEFT JOIN consumer_accounts_viewed AS v ON v.content_id = p.content_id
WHERE c.type IN ('CreatorAccount', 'Streamer')
GROUP BY c.account_id
ORDER BY c.account_id;

-- q11: Who are the top 50 creators that produce content that is published on the greatest number of distinct channels?
SELECT p.producer_id AS account_id
FROM content AS p
    JOIN content_published_on AS u ON u.content_id = p.content_id
GROUP BY p.producer_id
ORDER BY count(DISTINCT u.channel_id) DESC, account_id
LIMIT 50;

-- q12: How many live streams hosted by each streamer have at least one derived clip?
SELECT s.account_id, count(DISTINCT d.source_id) AS n
FROM accounts AS s
    LEFT JOIN content AS h ON h.host_id = s.account_id
    LEFT JOIN content AS d ON d.source_id = h.content_id
WHERE s.type = 'Streamer'
GROUP BY s.account_id
ORDER BY s.account_id;

-- q13: Which subscribers follow creators who own more than one channel?
SELECT s.account_id
FROM accounts AS s
WHERE s.type = 'Subscriber'
    AND EXISTS (
        SELECT 1
        FROM subscribers_subscribes_to AS x
            JOIN creator_accounts_owns AS o ON o.owner_id = x.creator_id
        WHERE x.subscriber_id = s.account_id
        GROUP BY x.creator_id
        HAVING count(*) > 1
    )
ORDER BY s.account_id;

-- q14: For each channel, how many live streams and how many clips have been published on it?
SELECT c.channel_id, count(l.content_id) AS live_streams, count(k.content_id) AS clips
FROM channels AS c
    LEFT JOIN content_published_on AS p ON p.channel_id = c.channel_id
    LEFT JOIN content AS l ON l.content_id = p.content_id AND l.type = 'LiveStream'
    LEFT JOIN content AS k ON k.content_id = p.content_id AND k.type = 'Clip'
GROUP BY c.channel_id
ORDER BY c.channel_id;

-- q15: Who are the top 50 creators that have produced content tagged with 3 or more tags?
SELECT p.producer_id AS account_id
FROM content AS p
    JOIN (
        SELECT content_id AS content_content_id
        FROM content_tagged_with
        GROUP BY content_id
        HAVING count(*) >= 3
    ) AS t ON t.content_content_id = p.content_id
GROUP BY p.producer_id
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- m01: For each tag, return the tag id and the number of its aliases.
SELECT t.tag_id, count(a.value) AS n
FROM tags AS t
    LEFT JOIN LATERAL unnest(t.aliases) AS a(value) ON true
GROUP BY t.tag_id
ORDER BY t.tag_id;

-- m02: For each tag with at least two aliases, return the tag id and its aliases as one array in alphabetical order.
SELECT t.tag_id, array_agg(aliases.value ORDER BY aliases.value) AS aliases
FROM tags AS t
    CROSS JOIN LATERAL unnest(t.aliases) AS aliases(value)
GROUP BY t.tag_id
HAVING count(*) >= 2
ORDER BY t.tag_id;

-- m03: How many live streams and how many clips offer the quality option 1080p? Return the two numbers in one row.
SELECT (
    SELECT count(*)
    FROM content AS l
        CROSS JOIN LATERAL unnest(l.quality_options) AS quality_options(value)
    WHERE l.type = 'LiveStream'
        AND quality_options.value = '1080p'
) AS live_streams, (
    SELECT count(*)
    FROM content AS c
        CROSS JOIN LATERAL unnest(c.quality_options) AS quality_options(value)
    WHERE c.type = 'Clip'
        AND quality_options.value = '1080p'
) AS clips
ORDER BY live_streams;

-- m04: Return the ids of the content items that offer the quality option 1080p but not 720p.
SELECT q.content_id
FROM content AS q
    CROSS JOIN LATERAL unnest(q.quality_options) AS quality_options(value)
WHERE quality_options.value = '1080p'
    AND NOT EXISTS (
        SELECT 1
        FROM content AS o
            CROSS JOIN LATERAL unnest(o.quality_options) AS o_quality_options(value)
        WHERE o.content_id = q.content_id
            AND o_quality_options.value = '720p'
    )
ORDER BY q.content_id;

-- m05: For each notification preference that any subscriber has, return the preference and the number of active subscribers who have it.
SELECT notification_preferences.value, count(s.account_id) AS n
FROM accounts AS p
    CROSS JOIN LATERAL unnest(p.notification_preferences) AS notification_preferences(value)
    LEFT JOIN accounts AS s ON s.account_id = p.account_id AND s.active AND s.type = 'Subscriber'
GROUP BY notification_preferences.value
ORDER BY notification_preferences.value;

-- m06: Return the ids of the active subscribers who have no notification preference.
SELECT s.account_id
FROM accounts AS s
    LEFT JOIN LATERAL unnest(s.notification_preferences) AS p(value) ON true
WHERE s.type = 'Subscriber'
    AND s.active
    AND p.value IS NULL
ORDER BY s.account_id;

-- m07: For each consumer account with at least three watch history timestamps, return the account id and the latest of them.
SELECT c.account_id, max(watch_history_timestamps.value::timestamp with time zone) AS latest
FROM accounts AS c
    CROSS JOIN LATERAL jsonb_array_elements_text(c.watch_history_timestamps) AS watch_history_timestamps(value)
WHERE c.type IN ('ConsumerAccount', 'Subscriber')
GROUP BY c.account_id
HAVING count(*) >= 3
ORDER BY c.account_id;

-- m08: Return the ids of the consumer accounts that have no watch history timestamp in the year 2025.
SELECT c.account_id
FROM accounts AS c
WHERE c.type IN ('ConsumerAccount', 'Subscriber')
    AND NOT EXISTS (
        SELECT 1
        FROM accounts AS w
            CROSS JOIN LATERAL jsonb_array_elements_text(w.watch_history_timestamps) AS watch_history_timestamps(value)
        WHERE w.account_id = c.account_id
            AND watch_history_timestamps.value::timestamp with time zone >= '2025-01-01'
            AND watch_history_timestamps.value::timestamp with time zone < '2026-01-01'
    )
ORDER BY c.account_id;

-- m09: For each platform, return the platform, the number of streamers on it and the number of verified streamers on it.
SELECT platform, count(*) AS streamers, count(*) FILTER (WHERE verified) AS verified
FROM accounts
WHERE type = 'Streamer'
GROUP BY platform
ORDER BY platform;

-- m10: Return the ids of the verified creators who are not streamers.
SELECT c.account_id
FROM accounts AS c
    LEFT JOIN accounts AS s ON s.account_id = c.account_id AND s.type = 'Streamer'
WHERE c.type IN ('CreatorAccount', 'Streamer')
    AND c.verified
    AND s.account_id IS NULL
ORDER BY c.account_id;

-- m11: For each platform that any streamer is on, return the platform and the number of clips derived from live streams hosted by streamers on that platform.
SELECT s.platform, count(d.content_id) AS n
FROM accounts AS s
    LEFT JOIN content AS h ON h.host_id = s.account_id
    LEFT JOIN content AS d ON d.source_id = h.content_id
WHERE s.type = 'Streamer'
GROUP BY s.platform
ORDER BY s.platform;

-- m12: How many creators have no bio, and how many of these own at least one channel? Return the two numbers in one row.
SELECT count(*) AS creators, count(o.owner_account_id) AS owners
FROM accounts AS c
    LEFT JOIN (
        SELECT DISTINCT owner_id AS owner_account_id
        FROM creator_accounts_owns
    ) AS o ON o.owner_account_id = c.account_id
WHERE c.type IN ('CreatorAccount', 'Streamer')
    AND c.bio IS NULL
ORDER BY creators;

-- m13: For each subscription tier, return the tier, the number of subscribers in it and the number of them whose age is unknown.
SELECT subscription_tier, count(*) AS subscribers, count(*) FILTER (WHERE age IS NULL) AS unknown
FROM accounts
WHERE type = 'Subscriber'
GROUP BY subscription_tier
ORDER BY subscription_tier;

-- m14: For each resolution of recorded content, clips included, return the resolution and the largest number of chapter markers that any recorded content in that resolution has.
SELECT r.resolution, max(r.n) AS most
FROM (
    SELECT c.content_id, c.resolution, count(m.value::int) AS n
    FROM content AS c
        LEFT JOIN LATERAL jsonb_array_elements_text(c.chapter_markers) AS m(value) ON true
    WHERE c.type IN ('RecordedContent', 'Clip')
    GROUP BY c.content_id, c.resolution
) AS r
GROUP BY r.resolution
ORDER BY r.resolution;

-- m15: How many live contents are live, and how many of these are live streams with chat enabled? Return the two numbers in one row.
SELECT count(*) AS live, count(s.content_id) FILTER (WHERE s.chat_enabled) AS with_chat
FROM content AS l
    LEFT JOIN content AS s ON s.content_id = l.content_id AND s.type = 'LiveStream'
WHERE l.type IN ('LiveContent', 'LiveStream')
    AND l.is_live
ORDER BY live;

-- m16: Return the ids of the recorded contents, clips included, whose file is larger than 6000 MB and that have no chapter markers.
SELECT r.content_id
FROM content AS r
    LEFT JOIN LATERAL jsonb_array_elements_text(r.chapter_markers) AS m(value) ON true
WHERE r.type IN ('RecordedContent', 'Clip')
    AND r.file_size_mb > 6000
    AND m.value IS NULL
ORDER BY r.content_id;

-- m17: For each theme in the preferences of consumer accounts, return the theme and the number of consumer accounts that prefer it. Leave accounts without preferences out.
SELECT preferences ->> 'theme' AS theme, count(*) AS n
FROM accounts
WHERE type IN ('ConsumerAccount', 'Subscriber')
    AND preferences IS NOT NULL
GROUP BY preferences ->> 'theme'
ORDER BY theme;

-- m18: How many creators own exactly one channel, and how many own exactly two? Return the two numbers in one row.
SELECT count(*) FILTER (WHERE o.n = 1) AS one, count(*) FILTER (WHERE o.n = 2) AS two
FROM (
    SELECT owner_id AS owner_account_id, count(*) AS n
    FROM creator_accounts_owns
    GROUP BY owner_id
) AS o
ORDER BY one;

-- m19: Return the ids of the live contents, live streams included, whose scheduled start is in 2026.
SELECT content_id
FROM content
WHERE type IN ('LiveContent', 'LiveStream')
    AND scheduled_start >= '2026-01-01'
    AND scheduled_start < '2027-01-01'
ORDER BY content_id;

-- m20: Return the ids of the consumer accounts that shared a clip which they have not viewed.
SELECT c.account_id
FROM accounts AS c
WHERE c.type IN ('ConsumerAccount', 'Subscriber')
    AND EXISTS (
        SELECT 1
        FROM accounts_shared AS s
            LEFT JOIN consumer_accounts_viewed AS v ON v.viewer_id = s.sharer_id AND v.content_id = s.clip_id
        WHERE s.sharer_id = c.account_id
            AND v.viewer_id IS NULL
    )
ORDER BY c.account_id;

-- m21: Which 10 streamers have the highest average number of viewers? Return their ids and that average. Break ties by id ascending.
SELECT account_id, avg_viewers
FROM accounts
WHERE type = 'Streamer'
ORDER BY avg_viewers DESC, account_id
LIMIT 10;

-- m22: For each streamer who hosted at least one live stream with a known number of peak viewers, return the streamer's id and the highest number of peak viewers of any live stream that they hosted.
SELECT h.host_id AS host_account_id, max(h.peak_viewers) AS peak
FROM content AS h
WHERE h.type = 'LiveStream'
    AND h.host_id IS NOT NULL
    AND h.peak_viewers IS NOT NULL
GROUP BY h.host_id
ORDER BY h.host_id;

