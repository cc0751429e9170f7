import { z } from 'zod'

/**
 * Text of one line, trimmed: a name or a line of an address stands on parcels and in mails, where a line break of its own
 * would write another line. Line breaks and other control characters become spaces; a null character stays, and is refused.
 */
export const oneLine = () =>
  z
    .string()
    .overwrite((text) => text.replaceAll(/[\p{Cc}--\0]+/gv, ' '))
    .trim()
