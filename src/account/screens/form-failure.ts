import { data } from 'react-router'
import { isShopError } from '#shared/errors.ts'

/** Why a form was refused: the catalogue's sentence and the sentences of its fields. */
export interface FormFailure {
  readonly message: string
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** The reason, where one error code has several. */
  readonly reason?: string
}

/** Turns an error of the catalogue into what the form shows; anything else is rethrown. */
export const formFailure = (thrown: unknown): FormFailure => {
  if (!isShopError(thrown)) throw thrown
  const fields = thrown.fields ?? {}
  // One refused field needs no summary sentence above its own.
  const [single, ...others] = Object.values(fields)
  const message = single !== undefined && others.length === 0 ? single : thrown.detail
  const reason = thrown.data?.['reason']
  return { message, status: thrown.status, fields, ...(typeof reason === 'string' ? { reason } : {}) }
}

/** For an action: why the endpoint refused, with its status; null when it did what was asked. */
export const refusalOf = async (call: Promise<unknown>) => {
  try {
    await call
    return null
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ failure }, { status: failure.status })
  }
}
