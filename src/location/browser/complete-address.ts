import { brand } from '#shared/brand.ts'
import { requestJson } from '#ui/browser/request-json.ts'
import { ownValue } from '#shared/own-value.ts'

type Field = HTMLInputElement | HTMLSelectElement

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

/** The field of a form by what browsers fill into it, which every address form names. */
const fieldOf = (form: HTMLFormElement, purpose: string): Field | null => {
  const found = form.querySelector(`[autocomplete="${purpose}"]`)
  return isField(found) ? found : null
}

/** Whether a code is worth a question. */
const isComplete = (country: string, zip: string): boolean =>
  country === 'US' ? /^\d{5}(-\d{4})?$/.test(zip) : zip.length >= 4

const suggestedMark = 'suggested'

/** Fills in a field that is empty or has an earlier suggestion; what was typed or chosen stays. */
const suggest = (field: Field | null, value: string): boolean => {
  if (field === null || value === '' || field.value === value) return false
  if (field.value !== '' && field.value !== field.dataset[suggestedMark]) return false
  const before = field.value
  field.value = value
  // A list without this choice.
  if (field.value !== value) {
    field.value = before
    return false
  }
  field.dataset[suggestedMark] = value
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  return true
}

/** Outside the page's own content: an answer of the server would clear it away before it is read out. */
const statusOf = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[data-completed-address]')
  if (found) return found
  const status = document.createElement('span')
  status.role = 'status'
  status.dataset['completedAddress'] = ''
  Object.assign(status.style, {
    position: 'absolute',
    inlineSize: '1px',
    blockSize: '1px',
    clipPath: 'inset(50%)',
  })
  document.body.append(status)
  return status
}

const chosenText = (field: Field | null): string =>
  field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : (field?.value ?? '')

const textIn = (answer: unknown, name: string): string => {
  if (typeof answer !== 'object' || answer === null) return ''
  const value = ownValue({ ...answer }, name)
  return typeof value === 'string' ? value : ''
}

const complete = async (form: HTMLFormElement, zipField: Field): Promise<void> => {
  const zip = zipField.value.trim()
  const country = fieldOf(form, 'country')?.value ?? brand.home
  if (!isComplete(country, zip)) return
  // A screen reader reads out what changes in a place that it knows already.
  const status = statusOf()
  const answer = await requestJson({ method: 'GET', path: '/api/location/postal-code' }, { country, zip })
  // Another code was typed meanwhile, and gets an answer of its own.
  if (zipField.value.trim() !== zip) return
  const [city, region] = [fieldOf(form, 'address-level2'), fieldOf(form, 'address-level1')]
  // Where a region is not asked for, the shop knows it by the code.
  const filled = [
    suggest(city, textIn(answer, 'city')) ? city : null,
    region?.required && suggest(region, textIn(answer, 'region')) ? region : null,
  ].filter((field) => field !== null)
  const said = zipField.dataset['filledIn'] ?? ''
  if (filled.length > 0)
    status.textContent = said.replace('{fields}', () => filled.map(chosenText).join(', '))
}

const hasGaps = (form: HTMLFormElement): boolean =>
  ['address-level2', 'address-level1'].some((purpose) => fieldOf(form, purpose)?.value === '')

const isPostalCode = (element: unknown): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.autocomplete === 'postal-code'

/** Suggests city and region once a postal code is complete, in every form with an address. */
export const completeAddresses = (): void => {
  const requested = new WeakMap<HTMLInputElement, string>()
  const completeFormOf = (zipField: HTMLInputElement): void => {
    if (!zipField.form || zipField.value === (requested.get(zipField) ?? '')) return
    requested.set(zipField, zipField.value)
    // Without an answer the form works as before.
    complete(zipField.form, zipField).catch(() => undefined)
  }
  addEventListener('input', ({ target }) => {
    if (isPostalCode(target)) completeFormOf(target)
  })
  // On a slow network people type before this script runs.
  for (const field of document.querySelectorAll('[autocomplete="postal-code"]'))
    if (isPostalCode(field) && field.form && hasGaps(field.form)) completeFormOf(field)
}
