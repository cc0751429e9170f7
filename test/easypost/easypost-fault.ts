/** A refusal in EasyPost's form: docs.easypost.com/docs/errors. */
export class EasyPostFault extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, code: string, message: string, errors: readonly (object | string)[] = []) {
    super(message)
    this.status = status
    this.body = { error: { code, message, errors } }
  }

  /** A wrong or missing parameter, in the words of the recordings of the client library. */
  static parameter(field: string, message: string): EasyPostFault {
    const isMissing = message === 'cannot be blank'
    return isMissing
      ? new EasyPostFault(422, 'PARAMETER.REQUIRED', 'Missing required parameter.', [{ field, message }])
      : new EasyPostFault(422, 'PARAMETER.INVALID', 'Invalid parameter.', [{ field, message }])
  }

  static missing(): EasyPostFault {
    return new EasyPostFault(404, 'NOT_FOUND', 'The requested resource could not be found.')
  }
}
