import { z } from 'zod'

/** Characters that start another line, or turn the direction of what is written after them. */
const breaking = String.raw`[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]`
const replaceable = new RegExp(String.raw`[${breaking}--\0]+`, 'gv')
const anyBreaking = new RegExp(breaking, 'v')
const breakingText = new RegExp(String.raw`[${breaking}--[\n\r\t]]`, 'v')

/** A character that is seen, or the null character. */
const visible = /[^\s\p{C}\p{Default_Ignorable_Code_Point}]|\0/u

/**
 * One line of text, trimmed: names and address lines are printed on shipments and in mails, where a line break would start
 * another line. Line breaks and other control characters become spaces, a text of which nothing is seen is empty; a null
 * character stays, and is refused.
 */
export const oneLine = (message?: string) =>
  z
    .string(message)
    .overwrite((text) => (visible.test(text) ? text.replaceAll(replaceable, ' ') : ''))
    .trim()

/** Whether a text is one line. */
export const isOneLine = (text: string): boolean => !anyBreaking.test(text)

/** Whether a text has no control characters but line breaks and tabs, and is written in one direction. */
export const isPlainText = (text: string): boolean => !breakingText.test(text)
