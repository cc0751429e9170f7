import { cookieNamed } from '#experiment/browser/page-flags.ts'
import { brand } from '#shared/brand.ts'
import { isRecord } from '#shared/is-record.ts'
import { inPageLanguage, pagePath } from '#ui/browser/page-address.ts'

/** The fields of a form that was sent, and their owner. */
interface FormDraft {
  readonly page: string
  /** The account's id. */
  readonly who: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const isFieldPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

/** Reads what was stored; null for anything invalid. */
export const parseFormDraft = (text: string | null): FormDraft | null => {
  const stored = parsed(text)
  if (!isRecord(stored)) return null
  const { page, who, fields } = stored
  if (typeof page !== 'string' || typeof who !== 'string' || !Array.isArray(fields)) return null
  return { page, who, fields: fields.filter(isFieldPair) }
}

/** The account in the identity token (ruling 17); it is read here, and never trusted. */
export const memberIn = (token: string | undefined): string | null => {
  const [, claims = ''] = (token ?? '').split('.')
  try {
    const read = parsed(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return isRecord(read) && typeof read['uuid'] === 'string' ? read['uuid'] : null
  } catch {
    return null
  }
}

/** In the storage of the tab, from the submit of a form to the next page other than the sign-in. */
const storageKey = `${brand.key}_typed`

const signInPath = '/login'

const member = (): string | null => memberIn(cookieNamed(brand.keys.identityToken))

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isField = (part: Element): part is Field =>
  part instanceof HTMLInputElement || part instanceof HTMLSelectElement || part instanceof HTMLTextAreaElement

/** Secrets, and what the page itself added, are not stored. */
const excludedTypes = ['password', 'hidden', 'file', 'submit', 'button']

const isRestorable = (field: Field): boolean =>
  field.name !== '' && !excludedTypes.includes(field.type) && !/^cc-|one-time-code/.test(field.autocomplete)

const fieldsOf = (form: HTMLFormElement): Field[] => [...form.elements].filter(isField).filter(isRestorable)

const isCheckable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

const saveDraft = (form: HTMLFormElement): void => {
  const who = member()
  if (who === null) return
  const fields = fieldsOf(form)
    .filter((field) => !isCheckable(field) || field.checked)
    .map((field) => [field.name, field.value] as const)
  const draft: FormDraft = { page: location.pathname, who, fields }
  sessionStorage.setItem(storageKey, JSON.stringify(draft))
}

const fillForm = (form: HTMLFormElement, { fields }: FormDraft): void => {
  for (const field of fieldsOf(form)) {
    const values = fields.filter(([name]) => name === field.name).map(([, value]) => value)
    if (isCheckable(field)) field.checked = values.includes(field.value)
    else if (values[0] !== undefined) field.value = values[0]
  }
}

const formFor = ({ fields }: FormDraft): HTMLFormElement | undefined =>
  [...document.querySelectorAll<HTMLFormElement>('main form[method="post"]')].find((form) =>
    fields.every(([name]) => form.elements.namedItem(name) !== null),
  )

/** After a sign-in on the way: the entered values are in the form again, for the same member and nobody else. */
const restoreDraft = (): void => {
  const draft = parseFormDraft(sessionStorage.getItem(storageKey))
  if (pagePath() === signInPath) return
  sessionStorage.removeItem(storageKey)
  const cameFromSignIn =
    URL.canParse(document.referrer) && new URL(document.referrer).pathname === inPageLanguage(signInPath)
  if (!draft || !cameFromSignIn || draft.page !== location.pathname || draft.who !== member()) return
  const form = formFor(draft)
  if (!form) return
  for (const details of document.querySelectorAll('details')) if (details.contains(form)) details.open = true
  fillForm(form, draft)
  fieldsOf(form)[0]?.focus()
}

/**
 * Stores what a member enters while the session ends: the form is sent, the sign-in comes first, and the page after it
 * has the values again.
 */
export const saveFormDrafts = (): void => {
  try {
    restoreDraft()
    addEventListener('submit', ({ target, defaultPrevented }) => {
      if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'post') return
      if (pagePath().startsWith('/account')) saveDraft(target)
    })
  } catch {
    // A browser without storage stores nothing.
  }
}
