import { formText } from '#account/screens/form-text.ts'

/**
 * One action that the cart's form requests: what to do, and the plan or promo code that it is about; empty for none.
 */
export interface CartIntent {
  readonly verb: string
  readonly about: string
}

const quantityPrefix = 'quantity-'
const shownPrefix = 'shown-'

/** The name and id of a line's quantity field. */
export const quantityName = (planCode: string): string => `${quantityPrefix}${planCode}`

/** The name of the hidden field with the initial value of a field. */
export const shownName = (field: string): string => `${shownPrefix}${field}`

/** The value of the form's first button, which Enter in any field presses. */
export const enterIntent = 'enter'

/** Names the field in which Enter was pressed, or that was changed and lost focus; only set by scripts. */
export const enteredField = 'entered'

/**
 * The value of the button that accepts a link's offer: the response is a page of its own, with another URL than the
 * link.
 */
export const linkIntent = 'follow-link'

export const isQuantity = (field: string): boolean => field.startsWith(quantityPrefix)

/** The fields of the gift, which are in the form as long as a gift is in the cart. */
const giftFields = ['recipient_name', 'recipient_email', 'message', 'starts_on'] as const

/** The value of Continue, which saves the entered values and goes to the checkout. */
export const continueIntent = 'continue'

const gift: CartIntent = { verb: 'gift', about: '' }
const continueToCheckout: CartIntent = { verb: continueIntent, about: '' }
const applyCode: CartIntent = { verb: 'apply-code', about: '' }
const setQuantity = (field: string): CartIntent => ({
  verb: 'set',
  about: field.slice(quantityPrefix.length),
})

const isChanged = (form: FormData, field: string): boolean =>
  form.has(field) && formText(form, field).trim() !== formText(form, shownName(field))

const changedQuantities = (form: FormData): CartIntent[] =>
  [...form.keys()].filter((field) => isQuantity(field) && isChanged(form, field)).map(setQuantity)

const changedCode = (form: FormData): CartIntent[] => (isChanged(form, 'promo_code') ? [applyCode] : [])

/** Continues to the checkout, after the details of a gift in the cart were saved. */
const checkoutIntents = (form: FormData): CartIntent[] =>
  form.has('recipient_name') ? [gift, continueToCheckout] : [continueToCheckout]

/**
 * Without scripts: submits what was changed; otherwise Enter continues with the gift, or tries the code in the field
 * again.
 */
const changedIn = (form: FormData): CartIntent[] => {
  const changed = [...changedQuantities(form), ...changedCode(form)]
  if (changed.length > 0) return changed
  if (form.has('recipient_name')) return checkoutIntents(form)
  return formText(form, 'promo_code') === '' ? [] : [applyCode]
}

const enteredIn = (form: FormData): CartIntent[] => {
  const field = formText(form, enteredField)
  // With it every other quantity that was typed, so that one that was refused stays refused.
  if (isQuantity(field))
    return [
      setQuantity(field),
      ...changedQuantities(form).filter(({ about }) => quantityName(about) !== field),
    ]
  if (field === 'promo_code') return [applyCode]
  if (giftFields.some((one) => one === field)) return checkoutIntents(form)
  return changedIn(form)
}

/** A button of the cart names its plan or code itself, one elsewhere in a field `plan`. */
const pressedIn = (form: FormData): CartIntent => {
  const [verb = '', ...about] = formText(form, 'intent').split(' ')
  return { verb, about: about.join(' ') || formText(form, verb === linkIntent ? 'linked_plan' : 'plan') }
}

/**
 * What has to be done before a pressed button, so that no entered value is lost: quantities, and before the checkout
 * also the code.
 */
const intentsBefore = (form: FormData, { verb, about }: CartIntent): CartIntent[] => {
  const replaced = ['remove', 'set', 'clear'].includes(verb)
  const quantities = changedQuantities(form).filter(
    (one) => !replaced || (about !== '' && one.about !== about),
  )
  return [...quantities, ...(verb === continueIntent ? changedCode(form) : [])]
}

/** The actions that the form requests, in order. */
export const intentsOf = (form: FormData): CartIntent[] => {
  if (formText(form, 'intent') === enterIntent) return enteredIn(form)
  const pressed = pressedIn(form)
  const last = pressed.verb === continueIntent ? checkoutIntents(form) : [pressed]
  return [...intentsBefore(form, pressed), ...last]
}

/** Whether the form only continues to the checkout, with nothing to save first. */
export const onlyContinues = (form: FormData): boolean =>
  intentsOf(form).every(({ verb }) => verb === continueIntent)

/**
 * The promo code that was entered and is neither applied nor removed by what the form requests; it is put back into its
 * field. Empty for none.
 */
export const unappliedCode = (form: FormData, intents: readonly CartIntent[]): string => {
  const entered = formText(form, 'promo_code').trim().slice(0, 60)
  const isHandled = ({ verb, about }: CartIntent): boolean =>
    verb === applyCode.verb || (verb === 'remove-code' && about.toUpperCase() === entered.toUpperCase())
  return intents.some(isHandled) ? '' : entered
}
