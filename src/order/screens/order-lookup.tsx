import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'

/** What a form was sent with that names an order: by its number, and for guests by their e-mail (ruling 6). */
export interface OrderLookup {
  readonly number: string
  readonly email: string
}

export const orderLookup = (form: FormData): OrderLookup => ({
  number: formText(form, 'number'),
  email: formText(form, 'email'),
})

/** As the endpoints take it: members may leave the e-mail empty. */
export const lookupPayload = ({ number, email }: OrderLookup) => ({
  number,
  email: email === '' ? undefined : email,
})

/** Why nothing was found or done; anything but an error of the catalogue is rethrown. */
export const lookupFailure = (thrown: unknown, what: 'order' | 'gift'): FormFailure => {
  const failure = formFailure(thrown)
  if (failure.status !== 404) return failure
  return { ...failure, message: `We couldn’t find this ${what}. Please check the number and email.` }
}

interface OrderLookupFormProps {
  /** Where the form is sent; the page itself without it. */
  readonly action?: string
  readonly entered: OrderLookup | undefined
  readonly failure: FormFailure | null
  readonly isMember: boolean
  readonly labels: { readonly number: string; readonly email: string; readonly button: string }
  readonly hint?: string
  readonly className: string | undefined
}

/** The form of guests and members that names an order. */
export const OrderLookupForm = ({
  action,
  entered,
  failure,
  isMember,
  labels,
  hint,
  className,
}: OrderLookupFormProps) => (
  <form method="post" action={action} className={className} noValidate>
    <Field
      name="number"
      label={labels.number}
      autoComplete="off"
      required
      defaultValue={entered?.number}
      error={failure?.fields['number']}
      hint={hint}
    />
    <Field
      name="email"
      type="email"
      label={labels.email}
      autoComplete="email"
      required={!isMember}
      defaultValue={entered?.email}
      error={failure?.fields['email']}
      hint={isMember ? 'Only if the order isn’t in your account.' : undefined}
    />
    <Button kind="primary" wide>
      {labels.button}
    </Button>
  </form>
)
