/** Words with which providers refuse a part of a request. */
export const REFUSAL =
  /unsupported|not (?:be )?support|unavailable|not available|invalid|unrecognized|unknown|extra_forbidden|not (?:be )?(?:allowed|permitted)|must be|cannot|only works/i;
