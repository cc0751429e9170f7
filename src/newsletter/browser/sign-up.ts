import { ask } from '#app/shell/browser/ask.ts'
import { happened } from '#app/shell/browser/happenings.ts'
import { CallFailed } from '#app/shell/browser/call-client.ts'
import { confirmByMail, thanks } from '../rules/sign-up-words.ts'
import { subscribePath } from '../rules/form-addresses.ts'

/** How long a success stays, in milliseconds (spec §4, §9). */
const messageStays = 5_000

const failed = 'Sorry, we encountered an error. Please try again.'

interface Answer {
  readonly ok: boolean
  readonly text: string
}

const send = async (email: string): Promise<Answer> => {
  try {
    const reply = await ask(
      { method: 'POST', path: subscribePath },
      { email: email.toLowerCase(), page: location.pathname },
    )
    const confirm =
      typeof reply === 'object' && reply !== null && 'confirm' in reply && reply.confirm === true
    return { ok: true, text: confirm ? `${thanks} ${confirmByMail}` : thanks }
  } catch (thrown) {
    // The sentence of the field, else of the error.
    const said = thrown instanceof CallFailed ? thrown.fields['email'] || thrown.detail : ''
    return { ok: false, text: said || failed }
  }
}

const show = (form: HTMLFormElement, answer: Answer | null): void => {
  const place = form.querySelector('[data-answer]')
  const field = form.querySelector('input[type=email]')
  if (place) place.textContent = answer?.text ?? ''
  if (answer?.ok === false) field?.setAttribute('aria-invalid', 'true')
  else field?.removeAttribute('aria-invalid')
}

/** Idle, submitting, success for five seconds, error (spec §4); a second submit while one is in flight is ignored. */
const submit = async (form: HTMLFormElement): Promise<void> => {
  const field = form.querySelector<HTMLInputElement>('input[type=email]')
  if (!field || form.dataset['state'] === 'submitting') return
  form.dataset['state'] = 'submitting'
  const email = field.value
  const answer = await send(email)
  form.dataset['state'] = answer.ok ? 'success' : 'error'
  show(form, answer)
  if (!answer.ok) return field.focus()
  happened({ kind: 'newsletter-joined', email })
  form.reset()
  setTimeout(() => {
    if (form.dataset['state'] !== 'success') return
    form.dataset['state'] = 'idle'
    show(form, null)
  }, messageStays)
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
