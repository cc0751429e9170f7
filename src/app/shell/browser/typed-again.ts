import { cookieNamed } from '#experiment/browser/page-flags.ts'
import { brand } from '#shared/brand.ts'
import { memberIn, typedFrom } from './typed-text.ts'
import type { TypedText } from './typed-text.ts'

/** In the storage of the tab, from the sending of a form to the next page that is no sign-in. */
const place = `${brand.key}_typed`

const signInPath = '/login'

const member = (): string | null => memberIn(cookieNamed(brand.keys.identityToken))

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isField = (part: Element): part is Field =>
  part instanceof HTMLInputElement || part instanceof HTMLSelectElement || part instanceof HTMLTextAreaElement

/** Secrets, and what the page put in itself, are not kept. */
const neverKept = ['password', 'hidden', 'file', 'submit', 'button']

const isKept = (field: Field): boolean =>
  field.name !== '' && !neverKept.includes(field.type) && !/^cc-|one-time-code/.test(field.autocomplete)

const fieldsOf = (form: HTMLFormElement): Field[] => [...form.elements].filter(isField).filter(isKept)

const isPressed = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

const keep = (form: HTMLFormElement): void => {
  const who = member()
  if (who === null) return
  const fields = fieldsOf(form)
    .filter((field) => !isPressed(field) || field.checked)
    .map((field) => [field.name, field.value] as const)
  const kept: TypedText = { page: location.pathname, who, fields }
  sessionStorage.setItem(place, JSON.stringify(kept))
}

const fill = (form: HTMLFormElement, { fields }: TypedText): void => {
  for (const field of fieldsOf(form)) {
    const values = fields.filter(([name]) => name === field.name).map(([, value]) => value)
    if (isPressed(field)) field.checked = values.includes(field.value)
    else if (values[0] !== undefined) field.value = values[0]
  }
}

const formFor = ({ fields }: TypedText): HTMLFormElement | undefined =>
  [...document.querySelectorAll<HTMLFormElement>('main form[method="post"]')].find((form) =>
    fields.every(([name]) => form.elements.namedItem(name) !== null),
  )

/** After a sign-in on the way: what was typed stands in its form again, for the same member and nobody else. */
const giveBack = (): void => {
  const kept = typedFrom(sessionStorage.getItem(place))
  if (location.pathname === signInPath) return
  sessionStorage.removeItem(place)
  const cameBySignIn = URL.canParse(document.referrer) && new URL(document.referrer).pathname === signInPath
  if (!kept || !cameBySignIn || kept.page !== location.pathname || kept.who !== member()) return
  const form = formFor(kept)
  if (!form) return
  for (const fold of document.querySelectorAll('details')) if (fold.contains(form)) fold.open = true
  fill(form, kept)
  fieldsOf(form)[0]?.focus()
}

/**
 * Keeps what a member types from a session that ends meanwhile: the form is sent, the sign-in comes first, and the page
 * after it has the text again.
 */
export const keepTypedText = (): void => {
  try {
    giveBack()
    addEventListener('submit', ({ target, defaultPrevented }) => {
      if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'post') return
      if (location.pathname.startsWith('/account')) keep(target)
    })
  } catch {
    // A browser that stores nothing keeps nothing.
  }
}
