type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !['hidden', 'submit', 'button'].includes(element.type))

const controlsIn = (form: HTMLFormElement): Control[] => [...form.elements].filter(isControl)

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

/** What a control says, and what the server had it say; of a box whether it is checked. */
const stateOf = (control: Control): string => (isBox(control) ? String(control.checked) : control.value)

const renderedState = (control: Control): string => {
  if (isBox(control)) return String(control.defaultChecked)
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue
  const options = [...control.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

const sentState = (control: Control, sent: FormData): string => {
  const values = sent.getAll(control.name).filter((value) => typeof value === 'string')
  return isBox(control) ? String(values.includes(control.value)) : (values[0] ?? '')
}

const setState = (control: Control, state: string): void => {
  if (stateOf(control) === state) return
  if (isBox(control)) control.checked = state === 'true'
  else control.value = state
  // A list without this choice.
  if (stateOf(control) !== state) control.value = renderedState(control)
}

/** A control as it is while the answer to its form is on its way. */
export interface EnteredState {
  readonly control: Element
  readonly state: string
  readonly rendered: string
  /** Whether it was entered after the form was sent. */
  readonly isNew: boolean
}

const idOf = (control: Control): string =>
  isBox(control) ? `${control.name} ${control.value}` : control.name

/** What is in the form, by control. `sent` is the form that is answered; null for none. */
export const enteredStates = (
  form: HTMLFormElement,
  sent: FormData | null,
): ReadonlyMap<string, EnteredState> =>
  new Map(
    controlsIn(form).map((control) => {
      const [state, rendered] = [stateOf(control), renderedState(control)]
      const isNew = state !== (sent === null ? rendered : sentState(control, sent))
      return [idOf(control), { control, state, rendered, isNew }]
    }),
  )

/** What the server does not know, or says as it said before, stays as it was entered. */
const isKept = (control: Control, entered: EnteredState): boolean =>
  entered.isNew || (entered.control === control && entered.rendered === renderedState(control))

/** Every control says what the server says of it, unless something was entered that it has not answered. */
export const showEntered = (form: HTMLFormElement, before: ReadonlyMap<string, EnteredState>): void => {
  for (const control of controlsIn(form)) {
    const entered = before.get(idOf(control))
    setState(control, entered && isKept(control, entered) ? entered.state : renderedState(control))
  }
}
