-- u01: For each course, return the course id and the number of its sections.
SELECT c.course_id, count(s.sec_id) AS n
FROM courses AS c
    LEFT JOIN sections AS s ON s.course_id = c.course_id
GROUP BY c.course_id
ORDER BY c.course_id;

-- u02: For each section, return the course id, the section id, the semester, the year and the number of students who take it.
SELECT s.course_id, s.sec_id, s.semester, s.year, count(t.student_id) AS n
FROM sections AS s
    LEFT JOIN students_takes AS t ON t.section_course_id = s.course_id
        AND t.section_sec_id = s.sec_id
        AND t.section_semester = s.semester
        AND t.section_year = s.year
GROUP BY s.course_id, s.sec_id, s.semester, s.year
ORDER BY s.course_id, s.sec_id, s.semester, s.year;

-- u03: Return the ids of the courses that have no prerequisite but are a prerequisite of some other course.
SELECT c.course_id
FROM courses AS c
WHERE NOT EXISTS (
    SELECT 1
    FROM courses_prereq AS p
    WHERE p.course_id = c.course_id
)
    AND EXISTS (
        SELECT 1
        FROM courses_prereq AS p
        WHERE p.prerequisite_id = c.course_id
    )
ORDER BY c.course_id;

-- u04: For each course, return the course id, the number of its direct prerequisites and the number of courses of which it is a direct prerequisite.
SELECT c.course_id, (
    SELECT count(*)
    FROM courses_prereq AS p
    WHERE p.course_id = c.course_id
) AS prerequisites, (
    SELECT count(*)
    FROM courses_prereq AS p
    WHERE p.prerequisite_id = c.course_id
) AS required_by
FROM courses AS c
ORDER BY c.course_id;

-- u05: For each pair of a course and another course that is a prerequisite of one of its direct prerequisites, return the two course ids, the course first. Return each pair once.
SELECT DISTINCT p.course_id AS course_course_id, q.prerequisite_id AS prerequisite_course_id
FROM courses_prereq AS p
    JOIN courses_prereq AS q ON q.course_id = p.prerequisite_id
WHERE p.course_id <> q.prerequisite_id
ORDER BY p.course_id, q.prerequisite_id;

-- u06: For each grade that was given, return the grade and the number of distinct students who got it in at least one section.
SELECT grade, count(DISTINCT student_id) AS n
FROM students_takes
WHERE grade IS NOT NULL
GROUP BY grade
ORDER BY grade;

-- u07: For each student, return the student's id and the number of sections that the student takes without a grade so far.
SELECT s.person_id, count(t.student_id) AS n
FROM students AS s
    LEFT JOIN students_takes AS t ON t.student_id = s.person_id AND t.grade IS NULL
GROUP BY s.person_id
ORDER BY s.person_id;

-- u08: Return the ids of the students who take a section that their own advisor teaches.
SELECT s.person_id
FROM students AS s
WHERE EXISTS (
    SELECT 1
    FROM students_takes AS t
        JOIN instructors_teaches AS i ON i.section_course_id = t.section_course_id
            AND i.section_sec_id = t.section_sec_id
            AND i.section_semester = t.section_semester
            AND i.section_year = t.section_year
    WHERE t.student_id = s.person_id
        AND i.instructor_id = s.instructor_id
)
ORDER BY s.person_id;

-- u09: For each instructor, return the instructor's id, the number of students whom the instructor advises and the number of sections that the instructor teaches.
SELECT i.person_id, (
    SELECT count(*)
    FROM students AS a
    WHERE a.instructor_id = i.person_id
) AS students, (
    SELECT count(*)
    FROM instructors_teaches AS t
    WHERE t.instructor_id = i.person_id
) AS sections
FROM instructors AS i
ORDER BY i.person_id;

-- u10: For each department that has an instructor, return the department, the number of its instructors and their average salary rounded to two decimal places.
SELECT department, count(*) AS instructors, round(avg(salary), 2) AS average
FROM instructors
GROUP BY department
ORDER BY department;

-- u11: For each person who is neither an instructor nor a student, return the first name, the middle name, the last name, and the phone numbers as one array in ascending order. Those without a phone number have an empty array.
SELECT p.first_name, p.middle_name, p.last_name, ARRAY(
    SELECT n.phone_number
    FROM persons_phone_numbers AS n
    WHERE n.person_id = p.person_id
    ORDER BY n.phone_number
) AS phones
FROM persons AS p
    LEFT JOIN instructors AS i ON i.person_id = p.person_id
    LEFT JOIN students AS s ON s.person_id = p.person_id
WHERE i.person_id IS NULL
    AND s.person_id IS NULL
ORDER BY p.person_id;

-- u12: Which 5 courses have been taken by the largest number of distinct students, in any section? Return their ids and that number. Break ties by course id ascending.
SELECT t.section_course_id AS course_id, count(DISTINCT t.student_id) AS n
FROM students_takes AS t
    JOIN courses AS c ON c.course_id = t.section_course_id
GROUP BY t.section_course_id, c.title
ORDER BY n DESC, course_id
LIMIT 5;

-- u13: Return the ids of the students who took two sections of the same course or more.
SELECT DISTINCT student_id AS student_person_id
FROM students_takes
GROUP BY student_id, section_course_id
HAVING count(*) >= 2
ORDER BY student_person_id;

