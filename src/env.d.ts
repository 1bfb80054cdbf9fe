/// <reference types="@rsbuild/core/types" />

interface RsbuildTypeOptions {
  strictImportMetaEnv: true;
}

interface ImportMetaEnv {
  /** The address of the link "Contact". A variable of the build; without it mailto:contact@example.com. */
  readonly PUBLIC_CONTACT_URL: string;
  /** The hosts that the page may connect to besides the three specified providers. A variable of the build; undefined: all hosts in endpoints.ts. */
  readonly PUBLIC_ENDPOINT_HOSTS: string | undefined;
}
