import { requestJson } from '#ui/browser/request-json.ts'
import { publishVisitorEvent } from '#ui/browser/visitor-events.ts'
import { ApiError } from '#ui/browser/json-client.ts'
import { answerAnchors, subscribePath } from '../rules/sign-up-form.ts'

/** How long a success message stays, in milliseconds (spec §4, §9). */
const messageDuration = 5_000

interface SubmitResult {
  readonly ok: boolean
  readonly text: string
}

/** The form has what it answers, in the language of the page. */
const answerOf = (form: HTMLFormElement, anchor: keyof typeof answerAnchors): string =>
  form.querySelector(`#${answerAnchors[anchor]}`)?.textContent ?? ''

/** The sentence of the field, else of the error; replies speak English. */
const refusalOf = ({ dataset }: HTMLFormElement, thrown: unknown): string => {
  const [field, detail] = thrown instanceof ApiError ? [thrown.fields['email'], thrown.detail] : []
  if (document.documentElement.lang === 'en') return field || detail || (dataset['failed'] ?? '')
  return (field ? dataset['invalid'] : dataset['failed']) ?? ''
}

const send = async (form: HTMLFormElement, email: string): Promise<SubmitResult> => {
  try {
    const reply = await requestJson(
      { method: 'POST', path: subscribePath },
      { email: email.toLowerCase(), page: location.pathname },
    )
    const confirm =
      typeof reply === 'object' && reply !== null && 'confirm' in reply && reply.confirm === true
    return { ok: true, text: answerOf(form, confirm ? 'confirm' : 'done') }
  } catch (thrown) {
    return { ok: false, text: refusalOf(form, thrown) }
  }
}

const show = (form: HTMLFormElement, result: SubmitResult | null): void => {
  const messageElement = form.querySelector('[data-answer]')
  const field = form.querySelector('input[type=email]')
  if (messageElement) messageElement.textContent = result?.text ?? ''
  if (result?.ok === false) field?.setAttribute('aria-invalid', 'true')
  else field?.removeAttribute('aria-invalid')
}

/** Idle, submitting, success for five seconds, error (spec §4); a second submit while one is in flight is ignored. */
const submit = async (form: HTMLFormElement): Promise<void> => {
  const field = form.querySelector<HTMLInputElement>('input[type=email]')
  if (!field || form.dataset['state'] === 'submitting') return
  form.dataset['state'] = 'submitting'
  const button = form.querySelector('button')
  button?.setAttribute('aria-busy', 'true')
  const email = field.value
  const result = await send(form, email)
  button?.removeAttribute('aria-busy')
  form.dataset['state'] = result.ok ? 'success' : 'error'
  show(form, result)
  if (!result.ok) return field.focus()
  publishVisitorEvent({ kind: 'newsletter-joined', email })
  form.reset()
  setTimeout(() => {
    if (form.dataset['state'] !== 'success') return
    form.dataset['state'] = 'idle'
    show(form, null)
  }, messageDuration)
}

/** Answers the newsletter form in place, on every page that has one. */
export const watchNewsletterForm = (): void => {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !('newsletter' in form.dataset)) return
    event.preventDefault()
    void submit(form)
  })
}
