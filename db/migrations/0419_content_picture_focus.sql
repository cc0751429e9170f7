-- A name also says which point of the picture stays in sight where a page cuts it off.
alter table page_picture drop constraint page_picture_name_check;
alter table page_picture add constraint page_picture_name_check
  check (name ~ '^u-[0-9a-f]{16}-[0-9]{1,4}x[0-9]{1,4}(-f[0-9]{1,3}x[0-9]{1,3})?$');
