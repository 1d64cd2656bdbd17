-- q01
SELECT owner_id AS account_id
FROM creator_accounts_owns  -- relationship:owns=junction: each link is a row of this table
GROUP BY owner_id
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- q02
SELECT c.account_id, count(p.content_id) AS n
FROM accounts AS c
    LEFT JOIN content AS p ON p.producer_id = c.account_id  -- relationship:produced_by=fk: the partner's key is a column
WHERE c.type IN ('CreatorAccount', 'Streamer')  -- inheritance:CreatorAccount=merged: discriminator filter; inheritance:Streamer=merged: discriminator filter; discriminator:Account=text: it says which type a row is of
GROUP BY c.account_id
ORDER BY c.account_id;

-- q03
SELECT host_id AS account_id  -- relationship:hosted_by=fk: the partner's key is a column; inheritance:LiveStream=merged: columns of LiveStream are in its ancestor's table
FROM content
WHERE host_id IS NOT NULL  -- relationship:hosted_by=fk: the partner's key is a column; inheritance:LiveStream=merged: columns of LiveStream are in its ancestor's table
GROUP BY host_id  -- relationship:hosted_by=fk: the partner's key is a column; inheritance:LiveStream=merged: columns of LiveStream are in its ancestor's table
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- q04
SELECT l.content_id, count(d.content_id) AS n
FROM content AS l
    LEFT JOIN content AS d ON d.source_id = l.content_id  -- relationship:derived_from=fk: the partner's key is a column; inheritance:Clip=merged: columns of Clip are in its ancestor's table
WHERE l.type = 'LiveStream'  -- inheritance:LiveStream=merged: discriminator filter; discriminator:Content=text: it says which type a row is of
GROUP BY l.content_id
ORDER BY l.content_id;

-- q05
SELECT creator_id AS account_id
FROM subscribers_subscribes_to  -- relationship:subscribes_to=junction: each link is a row of this table
GROUP BY creator_id
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- q06
SELECT s.account_id, count(x.creator_id) AS n
FROM accounts AS s
    LEFT JOIN subscribers_subscribes_to AS x ON x.subscriber_id = s.account_id  -- relationship:subscribes_to=junction: each link is a row of this table
WHERE s.type = 'Subscriber'  -- inheritance:Subscriber=merged: discriminator filter; discriminator:Account=text: it says which type a row is of
GROUP BY s.account_id
ORDER BY s.account_id;

-- q07
SELECT channel_id
FROM content_published_on  -- relationship:published_on=junction: each link is a row of this table
GROUP BY channel_id
ORDER BY count(*) DESC, channel_id
LIMIT 50;

-- q08
SELECT a.account_id, count(s.clip_id) AS n
FROM accounts AS a
    LEFT JOIN accounts_shared AS s ON s.sharer_id = a.account_id  -- relationship:shared=junction: each link is a row of this table
GROUP BY a.account_id
ORDER BY a.account_id;

-- q09
SELECT tag_id
FROM content_tagged_with  -- relationship:tagged_with=junction: each link is a row of this table
GROUP BY tag_id
ORDER BY count(*) DESC, tag_id
LIMIT 50;

-- q10
SELECT c.account_id, count(v.viewer_id) AS n
FROM accounts AS c
    LEFT JOIN content AS p ON p.producer_id = c.account_id  -- relationship:produced_by=fk: the partner's key is a column
    LEFT JOIN consumer_accounts_viewed AS v ON v.content_id = p.content_id  -- relationship:viewed=junction: each link is a row of this table
WHERE c.type IN ('CreatorAccount', 'Streamer')  -- inheritance:CreatorAccount=merged: discriminator filter; inheritance:Streamer=merged: discriminator filter; discriminator:Account=text: it says which type a row is of
GROUP BY c.account_id
ORDER BY c.account_id;

-- q11
SELECT p.producer_id AS account_id  -- relationship:produced_by=fk: the partner's key is a column
FROM content AS p
    JOIN content_published_on AS u ON u.content_id = p.content_id  -- relationship:published_on=junction: each link is a row of this table
GROUP BY p.producer_id  -- relationship:produced_by=fk: the partner's key is a column
ORDER BY count(DISTINCT u.channel_id) DESC, account_id
LIMIT 50;

-- q12
SELECT s.account_id, count(DISTINCT d.source_id) AS n  -- relationship:derived_from=fk: the partner's key is a column; inheritance:Clip=merged: columns of Clip are in its ancestor's table
FROM accounts AS s
    LEFT JOIN content AS h ON h.host_id = s.account_id  -- relationship:hosted_by=fk: the partner's key is a column; inheritance:LiveStream=merged: columns of LiveStream are in its ancestor's table
    LEFT JOIN content AS d ON d.source_id = h.content_id  -- relationship:derived_from=fk: the partner's key is a column; inheritance:Clip=merged: columns of Clip are in its ancestor's table
WHERE s.type = 'Streamer'  -- inheritance:Streamer=merged: discriminator filter; discriminator:Account=text: it says which type a row is of
GROUP BY s.account_id
ORDER BY s.account_id;

-- q13
SELECT s.account_id
FROM accounts AS s
WHERE s.type = 'Subscriber'  -- inheritance:Subscriber=merged: discriminator filter; discriminator:Account=text: it says which type a row is of
    AND EXISTS (
        SELECT 1
        FROM subscribers_subscribes_to AS x  -- relationship:subscribes_to=junction: each link is a row of this table
            JOIN creator_accounts_owns AS o ON o.owner_id = x.creator_id  -- relationship:owns=junction: each link is a row of this table
        WHERE x.subscriber_id = s.account_id
        GROUP BY x.creator_id
        HAVING count(*) > 1
    )
ORDER BY s.account_id;

-- q14
SELECT c.channel_id, count(l.content_id) AS live_streams, count(k.content_id) AS clips
FROM channels AS c
    LEFT JOIN content_published_on AS p ON p.channel_id = c.channel_id  -- relationship:published_on=junction: each link is a row of this table
    LEFT JOIN content AS l ON l.content_id = p.content_id AND l.type = 'LiveStream'  -- inheritance:LiveStream=merged: discriminator filter; discriminator:Content=text: it says which type a row is of
    LEFT JOIN content AS k ON k.content_id = p.content_id AND k.type = 'Clip'  -- inheritance:Clip=merged: discriminator filter; discriminator:Content=text: it says which type a row is of
GROUP BY c.channel_id
ORDER BY c.channel_id;

-- q15
SELECT p.producer_id AS account_id  -- relationship:produced_by=fk: the partner's key is a column
FROM content AS p
    JOIN (
        SELECT content_id AS content_content_id
        FROM content_tagged_with  -- relationship:tagged_with=junction: each link is a row of this table
        GROUP BY content_id
        HAVING count(*) >= 3
    ) AS t ON t.content_content_id = p.content_id
GROUP BY p.producer_id  -- relationship:produced_by=fk: the partner's key is a column
ORDER BY count(*) DESC, account_id
LIMIT 50;

