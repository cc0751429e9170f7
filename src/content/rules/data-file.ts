import { z } from 'zod'
import { JsonFault, parseJsonWithLines } from './json-lines.ts'

/** The content of a data file, or the first error in it and its line. */
type DataFileReading<T> =
  | { readonly kind: 'right'; readonly value: T }
  | { readonly kind: 'wrong'; readonly line: number; readonly message: string }

/** Reads the text of a JSON data file by its schema. The file of the brand too, so nothing here knows the brand. */
export const readDataFile = <S extends z.ZodType>(text: string, schema: S): DataFileReading<z.output<S>> => {
  try {
    const { value, lineOf } = parseJsonWithLines(text)
    const parsed = schema.safeParse(value)
    if (parsed.success) return { kind: 'right', value: parsed.data }
    const issue = parsed.error.issues[0]
    const at = (issue?.path ?? []).map(String).join('.')
    return {
      kind: 'wrong',
      line: lineOf(issue?.path ?? []),
      message: `${at}: ${issue?.message ?? 'not as expected'}`,
    }
  } catch (thrown) {
    if (thrown instanceof JsonFault) return { kind: 'wrong', line: thrown.line, message: thrown.message }
    throw thrown
  }
}

/** A text that is not empty. */
export const NonEmptyText = z.string().trim().min(1)
