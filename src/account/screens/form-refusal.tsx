import { ErrorSummary } from '#ui/error-summary.tsx'
import type { FormFailure } from './form-failure.ts'

interface FormRefusalProps {
  readonly failure: FormFailure
  readonly className?: string | undefined
}

/** Why a form was refused, at its top. A single refused field says its sentence there and at the field, not twice more. */
export const FormRefusal = ({ failure, className }: FormRefusalProps) => {
  const several = Object.keys(failure.fields).length > 1
  return (
    <ErrorSummary
      message={failure.message}
      fields={several ? failure.fields : undefined}
      className={className}
    />
  )
}
