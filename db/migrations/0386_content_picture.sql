-- Pictures that were uploaded at the desk. Their files are in the storage, under names that say what is in them.
create table page_picture (
  name text primary key check (name ~ '^u-[0-9a-f]{16}-[0-9]{1,4}x[0-9]{1,4}$'),
  alt text not null,
  bytes integer not null check (bytes > 0),
  uploaded_at timestamptz not null,
  uploaded_by uuid not null
);
create index page_picture_newest on page_picture (uploaded_at desc, name);
