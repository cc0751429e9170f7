import { data } from 'react-router'
import type { ShopContext } from '#web/request/shop-context.ts'
import { isShopError } from '#shared/errors.ts'
import { mailProofCode, proveByCode, proveByPassword, viewProof } from '../proof-endpoints.ts'
import type { ProofMethod } from '../rules/proof.ts'
import { formFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import type { FormFailure } from './form-failure.ts'

/** A page that requires a proof before its form takes effect. */
export interface ProofRequest {
  readonly methods: readonly ProofMethod[]
  /** The fields of the form that waits, as name and value; it is done when the proof is given. */
  readonly pendingFields: readonly (readonly [name: string, value: string])[]
  /** Whether a code was mailed for it. */
  readonly mailed: boolean
  readonly failure: FormFailure | null
}

/** Everything but the proof's own fields and passwords, which are typed each time. */
const pendingFieldsOf = (form: FormData): (readonly [string, string])[] =>
  [...form].flatMap(([name, value]) =>
    name.startsWith('proof') || name.includes('password') || typeof value !== 'string'
      ? []
      : [[name, value] as const],
  )

type ProofRequestState = Pick<ProofRequest, 'mailed' | 'failure'>

const requestProof = async (
  { call }: Pick<ShopContext, 'call'>,
  form: FormData,
  state: ProofRequestState,
  status: number,
) => {
  const { methods } = await call(viewProof, {})
  const proof: ProofRequest = { methods, pendingFields: pendingFieldsOf(form), ...state }
  return data({ proof }, { status })
}

const prove = async ({ call }: Pick<ShopContext, 'call'>, form: FormData): Promise<'mailed' | 'proved'> => {
  switch (formText(form, 'proof')) {
    case 'password':
      await call(proveByPassword, { proof_password: formText(form, 'proof_password') })
      return 'proved'
    case 'code':
      await call(proveByCode, { proof_code: formText(form, 'proof_code') })
      return 'proved'
    case 'mail':
      await call(mailProofCode, {})
      return 'mailed'
    default:
      return 'proved'
  }
}

const wasMailed = (form: FormData): boolean => form.has('proof_mailed')

/**
 * Checks the proof that a form carries, if there is one. Null when the page may continue with its form; otherwise the
 * response that asks again.
 */
export const acceptProof = async (shop: Pick<ShopContext, 'call'>, form: FormData) => {
  if (!form.has('proof')) return null
  try {
    const step = await prove(shop, form)
    return step === 'mailed' ? await requestProof(shop, form, { mailed: true, failure: null }, 200) : null
  } catch (thrown) {
    // A session that has ended proves nothing; the page leads to the sign-in.
    if (isShopError(thrown) && thrown.status === 401) throw thrown
    const failure = formFailure(thrown)
    return requestProof(shop, form, { mailed: wasMailed(form), failure }, failure.status)
  }
}

/** The response that asks for a proof, if that is why a form was refused; null for every other reason. */
export const requestProofIfRequired = async (
  shop: Pick<ShopContext, 'call'>,
  form: FormData,
  thrown: unknown,
) =>
  isShopError(thrown) && thrown.code === 'PROOF_REQUIRED'
    ? requestProof(shop, form, { mailed: false, failure: null }, thrown.status)
    : null
