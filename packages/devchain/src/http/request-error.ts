/** A request the node answers with 200 and `{"Error": "class … : …"}`, as Tron's servlets do. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly javaClass: string | undefined;

  /** `javaClass` is the exception a real node names; some servlets name none. */
  constructor(message: string, javaClass?: string) {
    super(message);
    this.javaClass = javaClass;
  }

  toReply(): { readonly Error: string } {
    return {
      Error: this.javaClass === undefined ? this.message : `class ${this.javaClass} : ${this.message}`,
    };
  }
}

export const javaClasses = {
  contractValidate: 'org.tron.core.exception.ContractValidateException',
  parse: 'org.tron.core.services.http.JsonFormat$ParseException',
  json: 'com.alibaba.fastjson.JSONException',
  throttled: 'java.lang.IllegalAccessException',
  nullPointer: 'java.lang.NullPointerException',
  invalidParameter: 'java.security.InvalidParameterException',
  numberFormat: 'java.lang.NumberFormatException',
  illegalArgument: 'java.lang.IllegalArgumentException',
} as const;
