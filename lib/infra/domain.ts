import { DomainName, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { IHostedZone } from 'aws-cdk-lib/aws-route53';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

type DomainSettings = Omit<NonNullable<Settings['domain']>, 'socket_name'>;

/**
 * A name of the operator for an API, with its certificate, and with DNS records if the settings name the
 * hosted zone.
 */
export class Domain extends Construct {
  readonly domainName: DomainName;
  readonly certificateArn: string;

  constructor(scope: Construct, id: string, settings: DomainSettings) {
    super(scope, id);
    const { name, hosted_zone } = settings;
    const zone =
      hosted_zone &&
      HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: hosted_zone.id,
        zoneName: hosted_zone.name,
      });
    const certificate = this.#certificate(settings, zone);
    this.certificateArn = certificate.certificateArn;
    this.domainName = new DomainName(this, 'Name', {
      domainName: name,
      certificate,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    if (zone) {
      const { regionalDomainName, regionalHostedZoneId } = this.domainName;
      const target = new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId);
      new ARecord(this, 'Record', { zone, recordName: name, target: RecordTarget.fromAlias(target) });
    }
  }

  #certificate({ name, certificate_arn }: DomainSettings, zone: IHostedZone | undefined): ICertificate {
    if (certificate_arn) return Certificate.fromCertificateArn(this, 'Certificate', certificate_arn);
    return new Certificate(this, 'Certificate', {
      domainName: name,
      validation: CertificateValidation.fromDns(zone),
    });
  }
}
