import { countries } from '#location/rules/countries.ts'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Field, SelectField, TextAreaField } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { ownValue } from '#shared/own-value.ts'
import type { InquiryForm } from './inquiry-forms.ts'

interface InquiryFieldsProps {
  readonly fields: InquiryForm['fields']
  readonly entered: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }))

/** The fields of a form by their kinds, with the entered values and their errors. */
export const InquiryFields = ({ fields, entered, errors }: InquiryFieldsProps) =>
  fields.map((field) => {
    const { name, label, hint, required } = field
    const common = {
      name,
      label,
      hint,
      required,
      error: ownValue(errors, name),
      defaultValue: ownValue(entered, name),
      className: field.half ? layout.half : undefined,
    }
    switch (field.kind) {
      case 'line':
        return <Field key={name} {...common} autoComplete={field.autoComplete} />
      case 'email':
        return <Field key={name} {...common} type="email" autoComplete={field.autoComplete} />
      case 'area':
        return <TextAreaField key={name} {...common} maxLength={4000} />
      case 'country':
        return <SelectField key={name} {...common} options={countryOptions} autoComplete="country" />
      case 'list':
        return <SelectField key={name} {...common} options={field.options} />
      case 'choice':
        return (
          <ChoiceRows key={name} id={name} legend={label} error={ownValue(errors, name)}>
            {field.options.map((option) => (
              <ChoiceRow
                key={option.value}
                name={name}
                {...option}
                defaultChecked={ownValue(entered, name) === option.value}
              />
            ))}
          </ChoiceRows>
        )
    }
  })
