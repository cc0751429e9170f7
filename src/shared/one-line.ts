import { z } from 'zod'

/**
 * One line of text, trimmed: names and address lines are printed on shipments and in mails, where a line break would start
 * another line. Line breaks and other control characters become spaces; a null character stays, and is refused.
 */
export const oneLine = () =>
  z
    .string()
    .overwrite((text) => text.replaceAll(/[\p{Cc}--\0]+/gv, ' '))
    .trim()
