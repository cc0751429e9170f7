{{- define "loam.pod" -}}
automountServiceAccountToken: false
securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
# DRAIN_DELAY and the 35 seconds after it.
terminationGracePeriodSeconds: {{ add (int .root.Values.settings.DRAIN_DELAY) 35 }}
containers:
  - name: {{ .role }}
    image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
    env:
      - { name: ROLE, value: {{ .role }} }
      {{- range $name, $value := .root.Values.settings }}
      - { name: {{ $name }}, value: {{ $value | quote }} }
      {{- end }}
    envFrom: [{ secretRef: { name: {{ .root.Values.secretName }} } }]
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
    {{- if ne .role "migrate" }}
    ports: [{ name: http, containerPort: 3000 }]
    startupProbe: { httpGet: { path: /livez, port: http }, periodSeconds: 2, failureThreshold: 60 }
    livenessProbe: { httpGet: { path: /livez, port: http }, periodSeconds: 10 }
    readinessProbe: { httpGet: { path: /readyz, port: http }, periodSeconds: 3 }
    resources: {{ toJson (index .root.Values .role).resources }}
    {{- end }}
volumes:
  - { name: data, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
{{- end }}
