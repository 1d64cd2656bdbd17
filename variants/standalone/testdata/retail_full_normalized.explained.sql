-- r01
SELECT e.department, count(*) AS employees, round(avg(e.n), 2) AS average
FROM (
    SELECT m.user_id, m.department, count(p.cust_order_id) AS n
    FROM employees AS m  -- inheritance:Employee=own: Employee has a table with its own attributes alone
        LEFT JOIN cust_orders_processed_by AS p ON p.employee_id = m.user_id  -- relationship:processed_by=junction: each link is a row of this table
    GROUP BY m.user_id, m.department
) AS e
GROUP BY e.department
ORDER BY average DESC, e.department;

-- r02
SELECT e.department,
    count(DISTINCT e.user_id) AS employees,
    count(DISTINCT r.product_id) AS products,
    count(DISTINCT p.cust_order_id) AS orders
FROM employees AS e  -- inheritance:Employee=own: Employee has a table with its own attributes alone
    LEFT JOIN employees_recommends AS r ON r.employee_id = e.user_id  -- relationship:recommends=junction: each link is a row of this table
    LEFT JOIN cust_orders_processed_by AS p ON p.employee_id = e.user_id  -- relationship:processed_by=junction: each link is a row of this table
GROUP BY e.department
ORDER BY e.department;

-- r03
SELECT e.product_id, count(DISTINCT i.software_id) AS software, count(DISTINCT s.media_id) AS media
FROM electronics AS e  -- inheritance:Electronics=own: Electronics has a table with its own attributes alone
    JOIN products ON products.product_id = e.product_id  -- inheritance:Electronics=own: inherited attributes are in the parent's table
    LEFT JOIN software_installable_on AS i ON i.electronics_id = e.product_id  -- relationship:installable_on=junction: each link is a row of this table
    LEFT JOIN media_streams_to AS s ON s.electronics_id = e.product_id  -- relationship:streams_to=junction: each link is a row of this table
GROUP BY e.product_id, products.name
ORDER BY count(DISTINCT i.software_id) + count(DISTINCT s.media_id) DESC, products.name;

-- r04
SELECT 'Apparel' AS kind, count(*) AS products, round(avg(products.price)) AS average
FROM apparel  -- inheritance:Apparel=own: Apparel has a table with its own attributes alone
    JOIN products ON products.product_id = apparel.product_id  -- inheritance:Apparel=own: inherited attributes are in the parent's table
UNION ALL
SELECT 'Accessories', count(*), round(avg(products.price))
FROM accessories  -- inheritance:Accessories=own: Accessories has a table with its own attributes alone
    JOIN products ON products.product_id = accessories.product_id  -- inheritance:Accessories=own: inherited attributes are in the parent's table
UNION ALL
SELECT 'Electronics', count(*), round(avg(products.price))
FROM electronics  -- inheritance:Electronics=own: Electronics has a table with its own attributes alone
    JOIN products ON products.product_id = electronics.product_id  -- inheritance:Electronics=own: inherited attributes are in the parent's table
UNION ALL
SELECT 'Media', count(*), round(avg(products.price))
FROM media  -- inheritance:Media=own: Media has a table with its own attributes alone
    JOIN products ON products.product_id = media.product_id  -- inheritance:Media=own: inherited attributes are in the parent's table
UNION ALL
SELECT 'Software', count(*), round(avg(products.price))
FROM software  -- inheritance:Software=own: Software has a table with its own attributes alone
    JOIN products ON products.product_id = software.product_id  -- inheritance:Software=own: inherited attributes are in the parent's table
ORDER BY average DESC NULLS LAST, kind;

-- r05
SELECT products.name,
    a.category,
    products.price,
    e_products.name AS electronics,
    e.model_no,
    e_products.price AS electronics_price
FROM accessories_compatible_with AS c  -- relationship:compatible_with=junction: each link is a row of this table
    JOIN accessories AS a ON a.product_id = c.accessories_id  -- inheritance:Accessories=own: Accessories has a table with its own attributes alone
    JOIN products ON products.product_id = a.product_id  -- inheritance:Accessories=own: inherited attributes are in the parent's table
    JOIN electronics AS e ON e.product_id = c.electronics_id  -- inheritance:Electronics=own: Electronics has a table with its own attributes alone
    JOIN products AS e_products ON e_products.product_id = e.product_id  -- inheritance:Electronics=own: inherited attributes are in the parent's table
ORDER BY products.name, e_products.name;

-- r06
SELECT users.first_name, users.last_name, users.email, c.loyalty_points, count(*) AS n  -- composite:User.name=columns: each component is a column
FROM customers AS c  -- inheritance:Customer=own: Customer has a table with its own attributes alone
    JOIN users ON users.user_id = c.user_id  -- inheritance:Customer=own: inherited attributes are in the parent's table
    JOIN customers_downloaded AS d ON d.customer_id = c.user_id  -- relationship:downloaded=junction: each link is a row of this table
    JOIN software AS s ON s.product_id = d.digital_product_id  -- inheritance:Software=own: Software has a table with its own attributes alone
GROUP BY c.user_id, users.first_name, users.last_name, users.email, c.loyalty_points  -- composite:User.name=columns: each component is a column
ORDER BY n DESC, users.last_name, c.user_id  -- composite:User.name=columns: each component is a column;

-- r07
SELECT users.first_name, users.last_name, users.email, o.n AS orders, r.n AS reviews  -- composite:User.name=columns: each component is a column
FROM customers AS c  -- inheritance:Customer=own: Customer has a table with its own attributes alone
    JOIN users ON users.user_id = c.user_id  -- inheritance:Customer=own: inherited attributes are in the parent's table
    JOIN (
        SELECT customer_id AS customer_user_id, count(*) AS n
        FROM cust_orders_placed_by_ref  -- relationship:placed_by=table: each link is a row of this table
        GROUP BY customer_id
        HAVING count(*) >= 3
    ) AS o ON o.customer_user_id = c.user_id
    JOIN (
        SELECT customer_id AS customer_user_id, count(*) AS n
        FROM reviews_written_by_ref  -- relationship:written_by=table: each link is a row of this table
        GROUP BY customer_id
        HAVING count(*) >= 2
    ) AS r ON r.customer_user_id = c.user_id
ORDER BY orders DESC, reviews DESC, users.last_name, c.user_id  -- composite:User.name=columns: each component is a column;

-- r08
SELECT users.first_name, users.last_name, p.name, r.body  -- composite:User.name=columns: each component is a column
FROM reviews AS r
    JOIN reviews_written_by_ref AS w ON w.review_id = r.review_id  -- relationship:written_by=table: each link is a row of this table
    JOIN users ON users.user_id = w.customer_id
    JOIN reviews_reviews_ref AS v ON v.review_id = r.review_id  -- relationship:reviews=table: each link is a row of this table
    JOIN products AS p ON p.product_id = v.product_id
WHERE r.rating = 5
ORDER BY users.last_name, users.first_name, r.review_id  -- composite:User.name=columns: each component is a column;

-- r09
SELECT products.name, a.category, ARRAY(
    SELECT s.avail_size
    FROM apparel_avail_sizes AS s  -- multivalued:Apparel.avail_sizes=table: each value is a row of this table
    WHERE s.product_id = a.product_id
    ORDER BY s.avail_size
) AS avail_sizes, count(*) AS n
FROM apparel AS a  -- inheritance:Apparel=own: Apparel has a table with its own attributes alone
    JOIN products ON products.product_id = a.product_id  -- inheritance:Apparel=own: inherited attributes are in the parent's table
    JOIN apparel_paired_with AS w ON w.apparel_id = a.product_id  -- relationship:paired_with=junction: each link is a row of this table
GROUP BY a.product_id, products.name, a.category
ORDER BY n DESC, name, category, avail_sizes
LIMIT 3;

-- r10
SELECT users.first_name, users.last_name, users.email, c.loyalty_points, count(*) AS n  -- composite:User.name=columns: each component is a column
FROM customers AS c  -- inheritance:Customer=own: Customer has a table with its own attributes alone
    JOIN users ON users.user_id = c.user_id  -- inheritance:Customer=own: inherited attributes are in the parent's table
    JOIN reviews_written_by_ref AS w ON w.customer_id = c.user_id  -- relationship:written_by=table: each link is a row of this table
GROUP BY c.user_id, users.first_name, users.last_name, users.email, c.loyalty_points  -- composite:User.name=columns: each component is a column
ORDER BY loyalty_points DESC, last_name, first_name, email, n
LIMIT 5;

-- r11
SELECT users.first_name, users.last_name, users.email, c.loyalty_points, sum(p.price) AS spend  -- composite:User.name=columns: each component is a column
FROM customers AS c  -- inheritance:Customer=own: Customer has a table with its own attributes alone
    JOIN users ON users.user_id = c.user_id  -- inheritance:Customer=own: inherited attributes are in the parent's table
    JOIN cust_orders_placed_by_ref AS o ON o.customer_id = c.user_id  -- relationship:placed_by=table: each link is a row of this table
    JOIN cust_orders_contains AS i ON i.cust_order_id = o.cust_order_id  -- relationship:contains=junction: each link is a row of this table
    JOIN products AS p ON p.product_id = i.product_id
GROUP BY c.user_id, users.first_name, users.last_name, users.email, c.loyalty_points  -- composite:User.name=columns: each component is a column
ORDER BY spend DESC, last_name, first_name, email, loyalty_points
LIMIT 5;

-- r12
SELECT (users.first_name || ' ') || users.last_name AS full_name, e.department, e.role, count(*) AS n  -- composite:User.name=columns: each component is a column
FROM employees AS e  -- inheritance:Employee=own: Employee has a table with its own attributes alone
    JOIN users ON users.user_id = e.user_id  -- inheritance:Employee=own: inherited attributes are in the parent's table
    JOIN cust_orders_processed_by AS p ON p.employee_id = e.user_id  -- relationship:processed_by=junction: each link is a row of this table
GROUP BY e.user_id, users.first_name, users.last_name, e.department, e.role  -- composite:User.name=columns: each component is a column
ORDER BY n DESC, full_name, department, role
LIMIT 5;

-- r13
SELECT (users.first_name || ' ') || users.last_name AS full_name,  -- composite:User.name=columns: each component is a column
    e.department,
    e.role,
    count(DISTINCT t.kind) AS types,
    count(*) AS total
FROM employees AS e  -- inheritance:Employee=own: Employee has a table with its own attributes alone
    JOIN users ON users.user_id = e.user_id  -- inheritance:Employee=own: inherited attributes are in the parent's table
    JOIN employees_recommends AS r ON r.employee_id = e.user_id  -- relationship:recommends=junction: each link is a row of this table
    LEFT JOIN (
        SELECT 'Apparel' AS kind, product_id
        FROM apparel  -- inheritance:Apparel=own: Apparel has a table with its own attributes alone
        UNION ALL
        SELECT 'Accessories', product_id
        FROM accessories  -- inheritance:Accessories=own: Accessories has a table with its own attributes alone
        UNION ALL
        SELECT 'Electronics', product_id
        FROM electronics  -- inheritance:Electronics=own: Electronics has a table with its own attributes alone
        UNION ALL
        SELECT 'Media', product_id
        FROM media  -- inheritance:Media=own: Media has a table with its own attributes alone
        UNION ALL
        SELECT 'Software', product_id
        FROM software  -- inheritance:Software=own: Software has a table with its own attributes alone
    ) AS t ON t.product_id = r.product_id
GROUP BY e.user_id, users.first_name, users.last_name, e.department, e.role  -- composite:User.name=columns: each component is a column
ORDER BY types DESC, total DESC, full_name, department, role
LIMIT 5;

-- r14
SELECT products.name, e.model_no, products.price, ARRAY(
    SELECT s.standard
    FROM electronics_standards AS s  -- multivalued:Electronics.standards=table: each value is a row of this table
    WHERE s.product_id = e.product_id
    ORDER BY s.standard
) AS standards
FROM electronics AS e  -- inheritance:Electronics=own: Electronics has a table with its own attributes alone
    JOIN products ON products.product_id = e.product_id  -- inheritance:Electronics=own: inherited attributes are in the parent's table
ORDER BY price DESC, name, model_no, standards
LIMIT 5;

-- r15
SELECT products.name, s.version, products.price, count(*) AS n
FROM software AS s  -- inheritance:Software=own: Software has a table with its own attributes alone
    JOIN products ON products.product_id = s.product_id  -- inheritance:Software=own: inherited attributes are in the parent's table
    JOIN software_installable_on AS i ON i.software_id = s.product_id  -- relationship:installable_on=junction: each link is a row of this table
GROUP BY s.product_id, products.name, s.version, products.price
ORDER BY n DESC, name, version, price
LIMIT 5;

