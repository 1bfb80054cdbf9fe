/// <reference types="@rsbuild/core/types" />

interface RsbuildTypeOptions {
  strictImportMetaEnv: true;
}

interface ImportMetaEnv {
  /** Where the link "Contact" leads; a variable of the build, default mailto:contact@example.com. */
  readonly PUBLIC_CONTACT_URL: string;
  /** Where the page may connect to beside the three specified providers; a variable of the build, undefined: all of endpoints.ts. */
  readonly PUBLIC_ENDPOINT_HOSTS: string | undefined;
}
